"""What the scores of near languages say about which of them a text is in; `tools/fit_near_languages.py` fits this.

The log odds of a member for n words whose scores add up to s are weight · (s / √n − price) − deficit · d + √n · offset,
with the price of the language and d, by how much the score of a word is at most below that of the member which is best
for it: a word that only one of them has counts for more than many that all have. They are those of the model that
ships, for a text that is as likely to be in one member as in another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Fit(NamedTuple):
    """Of one group: what scores and the largest deficit are multiplied by; by label what is added for each word."""

    weight: float
    deficit: float
    offsets: Mapping[str, float]


#: For groups that there is no comparable text of: what is fitted for most others.
USUAL = Fit(0.75, 0.25, {})
#: By the name of the group (`mixlid.text.groups`).
FITS: Mapping[str, Fit] = {
    "Arabic": Fit(
        0.44,
        0.23,
        {
            "acm_Arab": 0.01,
            "acq_Arab": -0.07,
            "aeb_Arab": 0.06,
            "ajp_Arab": 0.28,
            "apc_Arab": 0.05,
            "arb_Arab": -0.33,
            "ars_Arab": 0.07,
            "ary_Arab": -0.15,
            "arz_Arab": -0.09,
        },
    ),
    "Arabizi": Fit(
        1.33, 0.00, {"aeb_Latn": -0.8, "apc_Latn": 0.14, "arq_Latn": 0.16, "ary_Latn": -0.06, "arz_Latn": 0.56}
    ),
    "Berber": Fit(0.89, 0.09, {"kab_Latn": -0.04, "taq_Latn": 0.04}),
    "Bosnian, Croatian, Serbian": Fit(0.56, 0.46, {"bos_Latn": 0.08, "hrv_Latn": -0.03, "srp_Latn": -0.05}),
    "Hindi and its neighbours": Fit(
        1.03, 0.30, {"awa_Deva": 0.14, "bho_Deva": -0.1, "hin_Deva": -0.01, "hne_Deva": -0.08, "mag_Deva": 0.04}
    ),
    "Indonesian and Malay": Fit(0.95, 0.37, {"ind_Latn": -0.25, "zsm_Latn": 0.25}),
    "Jawi": Fit(0.71, 0.22, {"bjn_Arab": -0.24, "min_Arab": 0.24}),
    "Manding": Fit(0.00, 0.00, {}),
    "Norwegian": Fit(0.57, 0.41, {"nno_Latn": 0.32, "nob_Latn": -0.32}),
    "Persian": Fit(0.61, 0.25, {"pes_Arab": -0.01, "prs_Arab": 0.01}),
    "Rwanda-Rundi": Fit(0.18, 0.63, {}),
    "Spanish and Asturian": Fit(0.75, 0.21, {"ast_Latn": 0.81, "spa_Latn": -0.81}),
}
