"""Facts about language codes: ISO 639-1 to 639-3, members of macrolanguages, and English names."""

from __future__ import annotations


def _pairs(text: str) -> dict[str, str]:
    return dict(item.split("=") for item in text.split())


#: ISO 639-1 to ISO 639-3.
TWO_LETTER = _pairs(
    "aa=aar ab=abk ae=ave af=afr ak=aka am=amh an=arg ar=ara as=asm av=ava ay=aym az=aze ba=bak be=bel bg=bul "
    "bi=bis bm=bam bn=ben bo=bod br=bre bs=bos ca=cat ce=che ch=cha co=cos cr=cre cs=ces cu=chu cv=chv cy=cym "
    "da=dan de=deu dv=div dz=dzo ee=ewe el=ell en=eng eo=epo es=spa et=est eu=eus fa=fas ff=ful fi=fin fj=fij "
    "fo=fao fr=fra fy=fry ga=gle gd=gla gl=glg gn=grn gu=guj gv=glv ha=hau he=heb hi=hin ho=hmo hr=hrv ht=hat "
    "hu=hun hy=hye hz=her ia=ina id=ind ie=ile ig=ibo ii=iii ik=ipk io=ido is=isl it=ita iu=iku ja=jpn jv=jav "
    "ka=kat kg=kon ki=kik kj=kua kk=kaz kl=kal km=khm kn=kan ko=kor kr=kau ks=kas ku=kur kv=kom kw=cor ky=kir "
    "la=lat lb=ltz lg=lug li=lim ln=lin lo=lao lt=lit lu=lub lv=lav mg=mlg mh=mah mi=mri mk=mkd ml=mal mn=mon "
    "mr=mar ms=msa mt=mlt my=mya na=nau nb=nob nd=nde ne=nep ng=ndo nl=nld nn=nno no=nor nr=nbl nv=nav ny=nya "
    "oc=oci oj=oji om=orm or=ori os=oss pa=pan pi=pli pl=pol ps=pus pt=por qu=que rm=roh rn=run ro=ron ru=rus "
    "rw=kin sa=san sc=srd sd=snd se=sme sg=sag sh=hbs si=sin sk=slk sl=slv sm=smo sn=sna so=som sq=sqi sr=srp "
    "ss=ssw st=sot su=sun sv=swe sw=swa ta=tam te=tel tg=tgk th=tha ti=tir tk=tuk tl=tgl tn=tsn to=ton tr=tur "
    "ts=tso tt=tat tw=twi ty=tah ug=uig uk=ukr ur=urd uz=uzb ve=ven vi=vie vo=vol wa=wln wo=wol xh=xho yi=yid "
    "yo=yor za=zha zh=zho zu=zul"
)

#: Macrolanguage (and Tagalog, whose standard is Filipino) to the members that models usually have. `msa` is Malay
#: proper here: Indonesian has a code of its own, and who asks for one does not want the other.
MEMBERS = {
    group: tuple(members.split("+"))
    for group, members in _pairs(
        "aka=twi+fat ara=arb+ary+arz+apc+acm+ajp+ars+aeb+acq aym=ayr+ayc aze=azj+azb bik=bcl din=dik+dib est=ekk+vro "
        "fas=pes+prs ful=fuv+fuc+fuf+ffm grn=gug+gui hbs=hrv+srp+bos iku=ike kau=knc+kby kom=kpv+koi kon=kng+ktu+kwy "
        "kur=kmr+ckb lav=lvs+ltg mlg=plt mon=khk msa=zsm nep=npi+dty nor=nob+nno oji=ojb orm=gaz+hae "
        "pus=pbt que=quy+quz+quh sqi=als+aln srd=sro+src swa=swh+swc tgl=fil uzb=uzn+uzs yid=ydd zha=zyb "
        "zho=cmn+yue+nan+wuu lah=pnb mwr=rwr hmn=mww"
    ).items()
}

#: English names of the languages that our own model knows, and of others that people meet often.
NAMES = {
    code: name.replace("_", " ")
    for code, name in _pairs(
        "ace=Acehnese afr=Afrikaans als=Albanian ast=Asturian ayr=Aymara azj=Azerbaijani bam=Bambara ban=Balinese "
        "bem=Bemba bjn=Banjar bug=Buginese cat=Catalan ceb=Cebuano ces=Czech cjk=Chokwe crh=Crimean_Tatar cym=Welsh "
        "dan=Danish deu=German dik=Dinka dyu=Dyula ekk=Estonian eng=English epo=Esperanto eus=Basque ewe=Ewe "
        "fao=Faroese fij=Fijian fil=Filipino fin=Finnish fon=Fon fra=French fur=Friulian fuv=Fulfulde gaz=Oromo "
        "gla=Scottish_Gaelic gle=Irish glg=Galician gug=Guarani hat=Haitian_Creole hau=Hausa hin=Hindi hun=Hungarian "
        "ibo=Igbo ilo=Ilocano ind=Indonesian isl=Icelandic ita=Italian jav=Javanese kab=Kabyle kac=Jingpho kam=Kamba "
        "kbp=Kabiyè kea=Kabuverdianu kik=Kikuyu kin=Kinyarwanda kmb=Kimbundu kmr=Kurmanji knc=Kanuri kng=Kikongo "
        "lij=Ligurian lim=Limburgish lin=Lingala lit=Lithuanian lmo=Lombard ltg=Latgalian ltz=Luxembourgish "
        "lua=Luba-Kasai lug=Ganda luo=Luo lus=Mizo lvs=Latvian min=Minangkabau mlt=Maltese mos=Mossi mri=Māori "
        "nld=Dutch nno=Norwegian_Nynorsk nob=Norwegian_Bokmål npi=Nepali nso=Northern_Sotho nus=Nuer nya=Nyanja "
        "oci=Occitan pag=Pangasinan pap=Papiamento plt=Malagasy pol=Polish por=Portuguese quy=Quechua ron=Romanian "
        "run=Rundi sag=Sango scn=Sicilian slk=Slovak slv=Slovenian smo=Samoan sna=Shona som=Somali sot=Southern_Sotho "
        "spa=Spanish srd=Sardinian ssw=Swati sun=Sundanese swe=Swedish swh=Swahili szl=Silesian taq=Tamasheq "
        "tpi=Tok_Pisin tsn=Tswana tso=Tsonga tuk=Turkmen tum=Tumbuka tur=Turkish twi=Twi umb=Umbundu uzn=Uzbek "
        "vec=Venetian vie=Vietnamese war=Waray wol=Wolof xho=Xhosa yor=Yoruba zsm=Malay zul=Zulu amh=Amharic "
        "arb=Arabic ara=Arabic bel=Belarusian ben=Bengali bul=Bulgarian ckb=Sorani cmn=Mandarin zho=Chinese "
        "ell=Greek est=Estonian fas=Persian pes=Persian fry=West_Frisian guj=Gujarati heb=Hebrew hrv=Croatian "
        "hye=Armenian jpn=Japanese kan=Kannada kat=Georgian kaz=Kazakh khm=Khmer kir=Kyrgyz kor=Korean lao=Lao "
        "lat=Latin lav=Latvian mal=Malayalam mar=Marathi mkd=Macedonian mon=Mongolian msa=Malay mya=Burmese "
        "nep=Nepali nor=Norwegian ory=Odia pan=Punjabi pus=Pashto rus=Russian sin=Sinhala sqi=Albanian srp=Serbian "
        "swa=Swahili tam=Tamil tat=Tatar tel=Telugu tgk=Tajik tgl=Tagalog tha=Thai tir=Tigrinya uig=Uyghur "
        "ukr=Ukrainian urd=Urdu uzb=Uzbek yid=Yiddish yue=Cantonese"
    ).items()
}
