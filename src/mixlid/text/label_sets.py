"""Named sets of labels: `@paper` is the 125 labels of the paper, `@cyrillic` all labels in Cyrillic.

A set's name works wherever a language code does. Labels of a set that a model lacks are skipped, unless none is left.
"""

from __future__ import annotations

from mixlid.text.language_codes import SCRIPTS

#: The prefix of a set's name.
SIGN = "@"

_PAPER = (
    "ace afr als ast ayr azj bam ban bem bjn bug cat ceb ces cjk crh cym dan deu dik dyu ekk eng epo eus ewe fao "
    "fij fil fin fon fra fur fuv gaz gla gle glg gug hat hau hin hun ibo ilo ind isl ita jav kab kac kam kbp kea "
    "kik kin kmb kmr knc kng lij lim lin lit lmo ltg ltz lua lug luo lus lvs min mlt mos mri nld nno nob npi nso "
    "nus nya oci pag pap plt pol por quy ron run sag scn slk slv smo sna som sot spa srd ssw sun swe swh szl taq "
    "tpi tsn tso tuk tum tur twi umb uzn vec vie war wol xho yor zsm zul "
)
#: The paper's labels, all in Latin letters (Hindi and Nepali romanised).
PAPER = frozenset(f"{code}_Latn" for code in _PAPER.split())

_FLORES_BESIDES = (
    "ace_Arab acm_Arab acq_Arab aeb_Arab ajp_Arab aka_Latn amh_Ethi apc_Arab arb_Arab arb_Latn ars_Arab ary_Arab "
    "arz_Arab asm_Beng awa_Deva azb_Arab bak_Cyrl bel_Cyrl ben_Beng bho_Deva bjn_Arab bod_Tibt bos_Latn bul_Cyrl "
    "ckb_Arab dzo_Tibt ell_Grek guj_Gujr heb_Hebr hin_Deva hne_Deva hrv_Latn hye_Armn jpn_Jpan kan_Knda kas_Arab "
    "kas_Deva kat_Geor kaz_Cyrl khk_Cyrl khm_Khmr kir_Cyrl knc_Arab kor_Hang lao_Laoo mag_Deva mai_Deva mal_Mlym "
    "mar_Deva min_Arab mkd_Cyrl mni_Beng mya_Mymr npi_Deva ory_Orya pan_Guru pbt_Arab pes_Arab prs_Arab rus_Cyrl "
    "san_Deva sat_Olck shn_Mymr sin_Sinh snd_Arab srp_Cyrl tam_Taml taq_Tfng tat_Cyrl tel_Telu tgk_Cyrl tha_Thai "
    "tir_Ethi tzm_Tfng uig_Arab ukr_Cyrl urd_Arab ydd_Hebr yue_Hant zho_Hans zho_Hant"
)
#: FLORES-200 in our codes, which differ from its own where those are macrolanguages (`ekk` for `est`, `fil` for `tgl`).
FLORES = (PAPER - {"hin_Latn", "npi_Latn"}) | set(_FLORES_BESIDES.split())

#: Official in a state of Europe (members of the Council of Europe, Belarus, Kosovo, Russia), and the languages of some
#: of their countries and regions. Without Latin, which the Holy See has.
EUROPE = frozenset(
    f"{code}_{script}"
    for script, codes in (
        ("Armn", "hye"),
        ("Cyrl", "bel bul mkd rus srp ukr"),
        ("Geor", "kat"),
        ("Grek", "ell"),
        (
            "Latn",
            "als azj bos cat ces cym dan deu ekk eng eus fao fin fra fry gla gle glg hrv hun isl ita lit ltz lvs mlt "
            "nld nno nob pol por roh ron slk slv spa srp swe tur",
        ),
    )
    for code in codes.split()
)
#: The languages of the Eighth Schedule of India's constitution, without a script: in all of them.
_INDIA = "asm ben brx doi gom guj hin kan kas mai mal mar mni npi ory pan san sat snd tam tel urd"
INDIA = frozenset(_INDIA.split())

#: Sets that are listed: labels, or codes for a language in every script.
WRITTEN: dict[str, frozenset[str]] = {"paper": PAPER, "flores": FLORES, "europe": EUROPE, "india": INDIA}
#: Languages in Latin letters that are mostly written in others.
ROMANISED = "romanised"
_HAN = frozenset({"Hanb", "Hani", "Hans", "Hant"})
#: Sets by the script of a label: `@cyrillic`.
BY_SCRIPT = {
    name.lower().replace(" ", "-").replace("'", ""): _HAN if code == "Hani" else frozenset({code})
    for code, name in SCRIPTS.items()
} | {"hangul": frozenset({"Hang", "Kore"})}

#: All sets, for help and documentation.
MEANINGS = {
    "paper": "the 125 labels of the paper, all in Latin letters",
    "flores": "the 204 labels of FLORES-200",
    "europe": "official languages of European states",
    "india": "the scheduled languages of India, in every script",
    ROMANISED: "languages in Latin letters that are mostly written in others",
    "latin": "all in Latin letters; so also " + ", ".join(f"@{name}" for name in ("cyrillic", "arabic", "devanagari"))
    + " and every other script, by name or code (@Cyrl)",
}  # fmt: skip


def scripts_named(name: str) -> frozenset[str]:
    """The scripts with this English name or ISO 15924 code; none if it is not the name of a script."""
    code = name.title()
    return BY_SCRIPT.get(name.lower()) or (frozenset({code}) if code in SCRIPTS else frozenset())
