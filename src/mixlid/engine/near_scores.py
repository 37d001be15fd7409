"""What the scores of near languages say about which of them a text is in; `tools/fit_near_languages.py` fits this.

The log odds of a member for n words whose scores add up to s are (weight · s + n · offset) / √n. They are those of the
model that ships, for a text that is as likely to be in one member as in another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Fit(NamedTuple):
    """Of one group: what scores are multiplied by, and what is added for each word, by label."""

    weight: float
    offsets: Mapping[str, float]


#: For groups that there is no comparable text of.
USUAL = Fit(0.67, {})
#: By the name of the group (`mixlid.text.groups`).
FITS: Mapping[str, Fit] = {
    "Arabizi": Fit(1.33, {"aeb_Latn": -0.8, "apc_Latn": 0.14, "arq_Latn": 0.16, "ary_Latn": -0.06, "arz_Latn": 0.56}),
    "Berber": Fit(1.00, {"kab_Latn": -0.04, "taq_Latn": 0.04}),
    "Bosnian, Croatian, Serbian": Fit(1.07, {"bos_Latn": 0.12, "hrv_Latn": -0.05, "srp_Latn": -0.07}),
    "Hindi and its neighbours": Fit(
        1.30, {"awa_Deva": 0.18, "bho_Deva": -0.1, "hin_Deva": -0.04, "hne_Deva": -0.1, "mag_Deva": 0.06}
    ),
    "Indonesian and Malay": Fit(1.40, {"ind_Latn": -0.23, "zsm_Latn": 0.23}),
    "Jawi": Fit(0.91, {"bjn_Arab": -0.25, "min_Arab": 0.25}),
    "Manding": Fit(0.00, {}),
    "Norwegian": Fit(1.05, {"nno_Latn": 0.37, "nob_Latn": -0.37}),
    "Persian": Fit(0.92, {"pes_Arab": 0.03, "prs_Arab": -0.03}),
    "Rwanda-Rundi": Fit(0.92, {"kin_Latn": -0.01, "run_Latn": 0.01}),
    "Spanish and Asturian": Fit(0.97, {"ast_Latn": 0.76, "spa_Latn": -0.76}),
}
