"""A small file of our own in each format that corpora are published in."""

from __future__ import annotations

import json
from pathlib import Path

LINCE = """\
# sent_enum = 1
@someone\tother
dinner\tlang1
estuvo\tlang2
#yum\tother
#\tother
Ana\tne

# sent_enum = 2
vamos\tlang2
parquear\tmixed
hm\tambiguous
oui\tfw
zzz\tunk
"""

CONLLU = """\
# sent_id = a-1
# text = Heute evdeyim, das ist schön.
1\tHeute\theute\tADV\t_\t_\t0\troot\t_\tCSID=DE|Lang=de
2-3\tevdeyim\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
2\tevde\tev\tNOUN\t_\t_\t1\tobl\t_\tCSID=TR|Lang=tr
3\tyim\ti\tAUX\t_\t_\t2\tcop\t_\tCSID=TR|Lang=tr
4\t,\t,\tPUNCT\t_\t_\t1\tpunct\t_\t_
4.1\t_\tsein\tAUX\t_\t_\t_\t_\t_\tCSID=DE
5\tdas\tder\tPRON\t_\t_\t7\tnsubj\t_\tLang=de
6\tist\tsein\tAUX\t_\t_\t7\tcop\t_\tCSID=DE
7\tschön\tschön\tADJ\t_\t_\t1\tparataxis\t_\tCSID=DE|SpaceAfter=No
8\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\tCSID=OTHER

# sent_id = a-2
1\tKursta\tKurs\tNOUN\t_\t_\t0\troot\t_\tCSID=MIXED|Lang=qtd
2\tWeekend\tWeekend\tNOUN\t_\t_\t1\tdep\t_\tLang=en
3\tMaria\tMaria\tPROPN\t_\t_\t1\tdep\t_\tCSID=NE.DE|Lang=de
4\thm\thm\tINTJ\t_\t_\t1\tdep\t_\tSpaceAfter=No
5\t!\t!\tPUNCT\t_\t_\t1\tpunct\t_\t_
"""

TOKEN_TAG = "bu t\nweekend e\nplan e\nvar t\n\nfile'ı e\naç t\n"

INDONESIAN = (
    "no,raw_tweet,tokens,langs\n"
    '1,@kawan let\'s makan,"[""@kawan let\'s makan""\n'
    " list(['@kawan', \"\"let's\"\", 'makan'])]\",\"['un', 'en', 'id']\"\n"
    "2,aku mau a lot,\"['aku mau a lot'\n list(['aku', 'mau', 'a lot'])]\",\"['id', 'id', 'en']\"\n"
)

BASCO = [
    {
        "source_lang": "es",
        "referent": "quiero un café con leche",
        "code-switching": [{"text": "nahi dut un café con leche"}, {"text": "quiero kafesnea bat"}],
    },
    {"source_lang": "eu", "referent": "non dago geltokia?", "code-switching": [{"text": "dónde dago geltokia?"}]},
]

TRANSCRIBER = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE Trans SYSTEM "trans-13.dtd">
<Trans>
<Episode><Section>
<Turn speaker="spk1">
<Sync time="0"/>
dama bëgg café :fra ak
<Event desc="i" type="noise"/>
 lait:fra bu tàng
<Sync time="3"/>
%hum marché : fr bi meeting :en
<Sync time="5"/>

</Turn>
<Turn speaker="spk2">
<Sync time="6"/>
waaw waaw
</Turn>
</Section></Episode>
</Trans>
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return path


def write_all(folder: Path) -> dict[str, Path]:
    """A file (for FLORES a folder) by format; names only say something if the corpora always have them."""
    write(folder / "flores" / "dev" / "eng_Latn.dev", "Rain fell on the hills.\nThe dog slept.\n")
    write(folder / "flores" / "devtest" / "est_Latn.devtest", "Koer magab.\n")
    return {
        "flores": folder / "flores",
        "lince": write(folder / "lince.txt", LINCE),
        "conllu": write(folder / "conllu.txt", CONLLU),
        "token-tag": write(folder / "pairs.txt", TOKEN_TAG),
        "indonesian": write(folder / "tweets.csv", INDONESIAN),
        "basco": write(folder / "basco.json", json.dumps(BASCO, indent=1, ensure_ascii=False)),
        "transcriber": write(folder / "speech.trs", TRANSCRIBER),
        "jsonl": write(folder / "ours.jsonl", '{"text": "çok busy", "langs": ["tur", "eng"]}\n'),
    }
