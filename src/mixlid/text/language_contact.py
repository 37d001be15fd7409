"""Which languages are in contact: a second language that nobody near the first one speaks is probably a mistake.

Two languages are in contact in a country where at least 0.5 % of the people use each. The facts are from Unicode CLDR
(its table of territories and languages, as in Babel 2.18), for the languages that our own model knows. Left out: the
population of a country, which would say how often two languages meet and not only whether they do.
"""

from __future__ import annotations

from functools import cache

from mixlid.text.language_codes import MEMBERS

#: A country's code (ISO 3166), then the languages; `ara`, `zho` and the like stand for all their members.
_COUNTRIES = """
AD cat fra spa, AE ara eng fas mal pus, AF fas pus tuk uzb, AG eng por, AL ell sqi, AM hye kur, AO kmb lin por
umb, AR eng spa, AS eng smo, AT deu eng fra hrv ita, AU eng ita zho, AW eng nld pap, BA bos eng hrv srp, BD ben
eng, BE deu eng fra nld, BF dyu fra mos, BG bul deu eng rus tur, BH ara mal, BI fra run, BJ fon fra yor, BN eng
msa zho, BO aym que spa, BQ nld pap, BR deu eng por, BT dzo eng nep, BW eng tsn, BY bel rus, BZ eng spa, CA ara
deu eng fas fil fra guj hin ita kor pan pol por rus spa tam urd vie yue zho, CC eng msa, CD fra kon lin lua swa,
CF fra sag, CG fra lin, CH deu eng fra gsw ita lmo por roh, CL eng spa, CM eng fra ful, CN uig yue zho, CV kea
por, CW nld pap spa, CY ell eng fra tur, CZ ces deu eng slk, DE dan deu eng fra gsw hrv ita kur nds nld rus spa
tur, DJ ara fra som, DK dan deu eng swe, DZ ara arq eng fra kab, EC que spa, EE eng est fin rus, EG ara arz eng,
ER ara eng tir, ES ast cat eng eus glg spa, ET amh eng orm som tir, FI deu eng fin rus swe, FJ eng fij hin, FR bre
deu eng fra gsw ita oci por spa, GB cym deu eng fra guj pan pol ron spa tam urd, GE abk hye kat kur rus, GF fra
zho, GH aka eng ewe hau, GI eng spa, GN fra ful nqo, GQ fra spa, GR deu ell eng fra mkd tur, GW fra por, HK eng
yue zho, HR eng hrv ita vec, HT fra hat, HU deu eng fra hun ron, ID ace ban bjn bug ind jav min msa sun zho, IE
eng fra gle, IL amh apc ara eng heb hun pol ron rus yid, IN asm awa ben bho eng guj hin hne kan mag mai mal mar
nep ori pan sat tam tel urd, IQ ara aze ckb eng fas, IR ara aze ckb fas tuk, IS dan isl, IT deu eng fra ita lij
lmo scn srd vec, JO apc ara eng, JP jpn kor, KE eng kam kik luo som swa, KG kir rus, KM ara fra, KZ deu eng kaz
rus uig, LB apc ara eng fra hye kur, LI deu gsw, LK eng sin tam, LS eng sot ssw xho zul, LT deu eng lit rus, LU
deu eng fra ltz por, LV eng lav ltg rus, MA ara ary eng fra tzm, MD bul ron rus ukr, ME sqi srp, MG eng fra mlg,
MK mkd sqi tur, ML ara bam fra, MM kac mya shn, MN kaz mon zho, MO eng fil por yue zho, MR ara fra ful, MT eng fra
ita mlt, MU bho eng fra tam urd, MV div eng, MW eng nya tum, MX eng spa, MY eng jav msa tam zho, MZ nya por tso
vmw, NA afr deu eng tsn, NE fra hau, NG eng fuv hau ibo pcm yor, NL deu eng fra fry ind lim nds nld tur, NO nno
nob nor, NP awa bho eng mai nep, NZ eng mri, OM ara fas, PA eng spa, PE aym que spa, PF fra zho, PG eng tpi, PH
ceb eng fil hil ilo pag spa war zho, PK eng fas lah pan pus skr snd urd, PL bel deu eng pol rus szl, PM eng fra,
PR eng spa, PS apc ara, PT eng fra por spa, PY deu grn spa, QA ara fas, RE fra tam, RO eng fra hun ron spa, RS hrv
hun ron slk sqi srp, RU bak chv hye rus tat, RW eng fra kin, SA ara ars, SC eng fra, SD ara eng hau, SE eng fin
swe, SG eng msa tam zho, SI deu eng hrv slv vec, SJ nob rus, SK ces deu eng hun pol slk ukr, SM epo ita, SN fra
ful wol, SO ara som swa, SR nld zho, SS ara eng nus, ST fra por, SX eng nld spa, SY apc ara fra hye kur, SZ eng
ssw tso zul, TD ara fra, TG ewe fra, TH eng tha zho, TJ fas rus tgk, TK eng smo, TM rus tuk uzb, TN aeb ara fra,
TR apc ara aze eng kur tur zza, TZ eng swa, UA bel crh pol ron rus ukr yid, UG eng kin lug swa, US eng fra spa
zho, UZ rus tur uzb, VA ita lat, VN vie zho, VU eng fra, WS eng smo, XK sqi srp, YE ara eng, YT fra swa, ZA afr
eng hin nbl nso sot ssw tsn tso ven xho zul, ZM bem eng nya tum, ZW eng nya sna ven
"""
#: People everywhere mix it into their own language, whatever a census says.
_EVERYWHERE = "eng"


def unlikely_to_meet(first: str, second: str) -> float:
    """0 for two languages (ISO 639-3) that share a country; if they do not, one half if one is English, else 1."""
    countries = _countries()
    if first == second or countries.get(first, frozenset()) & countries.get(second, frozenset()):
        return 0.0
    return 0.5 if _EVERYWHERE in (first, second) else 1.0


@cache
def _countries() -> dict[str, frozenset[str]]:
    """The countries of each language."""
    places: dict[str, set[str]] = {}
    for line in _COUNTRIES.replace("\n", " ").split(","):
        country, *languages = line.split()
        for language in languages:
            for member in (language, *MEMBERS.get(language, ())):
                places.setdefault(member, set()).add(country)
    return {language: frozenset(names) for language, names in places.items()}
