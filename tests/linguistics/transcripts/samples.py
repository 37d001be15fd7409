"""Transcripts that we have written, in every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

CHAT = """\
@UTF8
@Begin
@Languages:\ttur
@Participants:\tAYS Ayşe Adult, DEN Deniz Adult
@Comment:\t*nothing* in here changes
*AYS:\tdün akşam <we went> [/] we went (.) to the o(l)d cinema . \x151200_4310\x15
%eng:\tlast night we went to the old cinema
*DEN:\t&=laughs film çok güzeldi , ama the <end> [//] ending was strange [=! sighs] xxx .
*AYS:\tevet öyle düşünüyorum ,
\tçünkü onla:r çok_iyi oynadı &-um 0de .
@End
"""

EAF = """\
<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="2024-05-01T10:00:00+01:00" FORMAT="3.0" VERSION="3.0"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
    <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds">
        <PROPERTY NAME="lastUsedAnnotationId">4</PROPERTY>
    </HEADER>
    <TIME_ORDER>
        <TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="0"/>
        <TIME_SLOT TIME_SLOT_ID="ts2" TIME_VALUE="1850"/>
        <TIME_SLOT TIME_SLOT_ID="ts3"/>
    </TIME_ORDER>
    <TIER LINGUISTIC_TYPE_REF="utterance" PARTICIPANT="Ayşe" TIER_ID="tx@A">
        <ANNOTATION>
            <ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts2">
                <ANNOTATION_VALUE>dün salt &amp; pepper aldım</ANNOTATION_VALUE>
            </ALIGNABLE_ANNOTATION>
        </ANNOTATION>
        <ANNOTATION>
            <ALIGNABLE_ANNOTATION ANNOTATION_ID="a2" TIME_SLOT_REF1="ts2" TIME_SLOT_REF2="ts3">
                <ANNOTATION_VALUE>evet  gördüm</ANNOTATION_VALUE>
            </ALIGNABLE_ANNOTATION>
        </ANNOTATION>
    </TIER>
    <TIER LINGUISTIC_TYPE_REF="note" PARENT_REF="tx@A" TIER_ID="note@A">
        <ANNOTATION>
            <REF_ANNOTATION ANNOTATION_ID="a4" ANNOTATION_REF="a1">
                <ANNOTATION_VALUE>a remark about the shop</ANNOTATION_VALUE>
            </REF_ANNOTATION>
        </ANNOTATION>
    </TIER>
    <LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="utterance" TIME_ALIGNABLE="true"/>
    <LINGUISTIC_TYPE CONSTRAINTS="Symbolic_Association" LINGUISTIC_TYPE_ID="note" TIME_ALIGNABLE="false"/>
    <CONSTRAINT DESCRIPTION="1-1 association with a parent annotation" STEREOTYPE="Symbolic_Association"/>
</ANNOTATION_DOCUMENT>
"""

SHORT_TEXTGRID = """\
File type = "ooTextFile"
Object class = "TextGrid"

0
2.75
<exists>
2
"IntervalTier"
"A"
0
2.75
3
0
0.5
""
0.5
1.25
"he said ""merhaba"" arkadaş"
1.25
2.75
"evet"
"TextTier"
"clicks"
0
2.75
1
1.5
"x"
"""

LONG_TEXTGRID = """\
File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0 
xmax = 2.75 
tiers? <exists> 
size = 2 
item []: 
    item [1]:
        class = "IntervalTier" 
        name = "A" 
        xmin = 0 
        xmax = 2.75 
        intervals: size = 3 
        intervals [1]:
            xmin = 0 
            xmax = 0.5 
            text = "" 
        intervals [2]:
            xmin = 0.5 
            xmax = 1.25 
            text = "he said ""merhaba"" arkadaş" 
        intervals [3]:
            xmin = 1.25 
            xmax = 2.75 
            text = "evet" 
    item [2]:
        class = "TextTier" 
        name = "clicks" 
        xmin = 0 
        xmax = 2.75 
        points: size = 1 
        points [1]:
            number = 1.5 
            mark = "x" 
"""  # noqa: W291 (Praat ends lines with a space)

#: Tiers by name, with the start, end and text of their annotations.
Tiers = Mapping[str, Sequence[tuple[int, int, str]]]


def eaf_of(tiers: Tiers) -> str:
    head, _, rest = EAF.partition("    <TIME_ORDER>")
    slots: list[str] = []
    found: list[str] = []
    for name, pieces in tiers.items():
        found.append(f'<TIER LINGUISTIC_TYPE_REF="utterance" PARTICIPANT="{name}" TIER_ID="{name}">')
        for start, end, text in pieces:
            number = len(slots) // 2
            slots += [
                f'<TIME_SLOT TIME_SLOT_ID="t{number}{which}" TIME_VALUE="{at}000"/>'
                for which, at in (("a", start), ("b", end))
            ]
            place = f'ANNOTATION_ID="a{number}" TIME_SLOT_REF1="t{number}a" TIME_SLOT_REF2="t{number}b"'
            value = f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE>"
            found.append(f"<ANNOTATION><ALIGNABLE_ANNOTATION {place}>{value}</ALIGNABLE_ANNOTATION></ANNOTATION>")
        found.append("</TIER>")
    types = rest[rest.index("    <LINGUISTIC_TYPE ") :]
    return "\n".join([head, "<TIME_ORDER>", *slots, "</TIME_ORDER>", *found, types])


def textgrid_of(tiers: Tiers, is_long: bool) -> str:
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "0", "9", "<exists>", str(len(tiers))]
    for number, (name, pieces) in enumerate(tiers.items(), 1):
        lines += [f"    item [{number}]:"] if is_long else []
        lines += ['"IntervalTier"', f'"{name}"', "0", "9", str(len(pieces))]
        for start, end, text in pieces:
            lines += [str(start), str(end), f'"{text}"']
    return "\n".join([*lines, ""])
