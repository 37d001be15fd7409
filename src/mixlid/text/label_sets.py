"""Sets of labels that have a name: `@paper` stands for the 125 labels of the paper, `@cyrillic` for what is written so.

A set may name labels that a model does not have; those are passed over, unless nothing is left.
"""

from __future__ import annotations

_PAPER = (
    "ace afr als ast ayr azj bam ban bem bjn bug cat ceb ces cjk crh cym dan deu dik dyu ekk eng epo eus ewe fao "
    "fij fil fin fon fra fur fuv gaz gla gle glg gug hat hau hin hun ibo ilo ind isl ita jav kab kac kam kbp kea "
    "kik kin kmb kmr knc kng lij lim lin lit lmo ltg ltz lua lug luo lus lvs min mlt mos mri nld nno nob npi nso "
    "nus nya oci pag pap plt pol por quy ron run sag scn slk slv smo sna som sot spa srd ssw sun swe swh szl taq "
    "tpi tsn tso tuk tum tur twi umb uzn vec vie war wol xho yor zsm zul "
)
#: The paper's labels, all in Latin letters (Hindi and Nepali romanised).
PAPER = frozenset(f"{code}_Latn" for code in _PAPER.split())
