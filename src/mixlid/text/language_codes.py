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
        "aka=twi+fat ara=arb+ary+arz+apc+acm+ajp+ars+aeb+acq+arq aym=ayr+ayc aze=azj+azb bik=bcl din=dik+dib "
        "est=ekk+vro fas=pes+prs ful=fuv+fuc+fuf+ffm grn=gug+gui hbs=hrv+srp+bos iku=ike kau=knc+kby chm=mhr+mrj "
        "kok=gom+knn kom=kpv+koi kon=kng+ktu+kwy kur=kmr+ckb lav=lvs+ltg mlg=plt mon=khk msa=zsm nep=npi+dty "
        "nor=nob+nno oji=ojb orm=gaz+hae ori=ory pus=pbt que=quy+quz+quh sqi=als+aln srd=sro+src swa=swh+swc tgl=fil "
        "uzb=uzn+uzs yid=ydd zha=zyb zho=cmn+yue+nan+wuu lah=pnb+skr mwr=rwr hmn=mww"
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
        "oci=Occitan pag=Pangasinan pap=Papiamento plt=Malagasy pol=Polish por=Portuguese quy=Ayacucho_Quechua "
        "ron=Romanian run=Rundi sag=Sango scn=Sicilian slk=Slovak slv=Slovenian smo=Samoan sna=Shona som=Somali "
        "sot=Southern_Sotho spa=Spanish srd=Sardinian ssw=Swati sun=Sundanese swe=Swedish swh=Swahili szl=Silesian "
        "taq=Tamasheq tpi=Tok_Pisin tsn=Tswana tso=Tsonga tuk=Turkmen tum=Tumbuka tur=Turkish twi=Twi umb=Umbundu "
        "uzn=Uzbek vec=Venetian vie=Vietnamese war=Waray wol=Wolof xho=Xhosa yor=Yoruba zsm=Malay zul=Zulu abk=Abkhaz "
        "acm=Mesopotamian_Arabic acq=Ta'izzi-Adeni_Arabic aeb=Tunisian_Arabic ajp=South_Levantine_Arabic amh=Amharic "
        "apc=North_Levantine_Arabic ara=Arabic arb=Standard_Arabic arg=Aragonese arq=Algerian_Arabic ars=Najdi_Arabic "
        "ary=Moroccan_Arabic arz=Egyptian_Arabic asm=Assamese awa=Awadhi azb=South_Azerbaijani bak=Bashkir "
        "bcl=Central_Bikol bel=Belarusian ben=Bengali bho=Bhojpuri bod=Tibetan bos=Bosnian bre=Breton brx=Bodo "
        "bul=Bulgarian che=Chechen chv=Chuvash ckb=Sorani cmn=Mandarin cnh=Hakha_Chin cor=Cornish div=Dhivehi "
        "doi=Dogri dsb=Lower_Sorbian dzo=Dzongkha ell=Greek est=Estonian fas=Persian fry=West_Frisian glv=Manx "
        "gom=Konkani gsw=Swiss_German guj=Gujarati haw=Hawaiian heb=Hebrew hil=Hiligaynon hne=Chhattisgarhi "
        "hrv=Croatian hsb=Upper_Sorbian hye=Armenian ido=Ido ina=Interlingua jpn=Japanese kan=Kannada kas=Kashmiri "
        "kat=Georgian kaz=Kazakh kha=Khasi khk=Mongolian khm=Khmer kir=Kyrgyz kok=Konkani kor=Korean kpv=Komi lao=Lao "
        "lat=Latin lav=Latvian mag=Magahi mai=Maithili mal=Malayalam mar=Marathi mdf=Moksha mhr=Mari mkd=Macedonian "
        "mni=Manipuri mon=Mongolian msa=Malay mya=Burmese myv=Erzya nbl=Southern_Ndebele nds=Low_German nep=Nepali "
        "new=Newar nor=Norwegian nqo=N'Ko ory=Odia oss=Ossetian pam=Kapampangan pan=Punjabi pbt=Pashto "
        "pcm=Nigerian_Pidgin pes=Persian prs=Dari pus=Pashto que=Quechua roh=Romansh rus=Russian sah=Yakut "
        "san=Sanskrit sat=Santali shn=Shan sin=Sinhala skr=Saraiki sme=Northern_Sami snd=Sindhi sqi=Albanian "
        "srp=Serbian swa=Swahili tam=Tamil tat=Tatar tcy=Tulu tel=Telugu tet=Tetum tgk=Tajik tgl=Tagalog tha=Thai "
        "tir=Tigrinya ton=Tongan tyv=Tuvan tzm=Central_Atlas_Tamazight uig=Uyghur ukr=Ukrainian urd=Urdu uzb=Uzbek "
        "ven=Venda vmw=Makhuwa wuu=Wu_Chinese ydd=Yiddish yid=Yiddish yue=Cantonese zgh=Moroccan_Tamazight zho=Chinese "
        "zza=Zazaki"
    ).items()
}

#: Further names in use, in small letters, and what they mean.
OTHER_NAMES = {
    name.replace("_", " "): code
    for name, code in _pairs(
        "akan=aka amazigh=zgh azeri=aze bahasa=ind bahasa_indonesia=ind bahasa_melayu=msa bangla=ben berber=zgh "
        "bokmal=nob brazilian_portuguese=por cape_verdean=kea castilian=spa creole=hat darija=ary farsi=pes "
        "flemish=nld frisian=fry gaelic=gla gikuyu=kik hokkien=nan ilokano=ilo irish_gaelic=gle isixhosa=xho "
        "isizulu=zul khalkha=khk kurdish=kur levantine_arabic=apc malagasy=mlg mandarin_chinese=cmn moldovan=ron "
        "myanmar=mya naija=pcm nynorsk=nno oriya=ori oromo=orm pashtu=pus pidgin=pcm pilipino=fil rumanian=ron "
        "sepedi=nso serbo-croatian=hbs sesotho=sot setswana=tsn shanghainese=wuu siamese=tha "
        "simplified_chinese=zho_Hans sinhalese=sin tagalog=tgl taiwanese=nan tamazight=zgh "
        "traditional_chinese=zho_Hant uighur=uig valencian=cat"
    ).items()
}

#: English names of scripts (ISO 15924), `Hani` is Han without saying which characters.
SCRIPTS = {
    code: name.replace("_", " ")
    for code, name in _pairs(
        "Arab=Arabic Armn=Armenian Beng=Bengali Bopo=Bopomofo Cyrl=Cyrillic Deva=Devanagari Ethi=Ethiopic "
        "Geor=Georgian Grek=Greek Gujr=Gujarati Guru=Gurmukhi Hang=Hangul Hani=Han Hans=Simplified Hant=Traditional "
        "Hebr=Hebrew Jpan=Japanese Khmr=Khmer Knda=Kannada Laoo=Lao Latn=Latin Mlym=Malayalam Mymr=Burmese "
        "Nkoo=N'Ko Olck=Ol_Chiki Orya=Odia Sinh=Sinhala Taml=Tamil Telu=Telugu Tfng=Tifinagh Thaa=Thaana Thai=Thai "
        "Tibt=Tibetan"
    ).items()
}

#: The script in which a language is mostly written, where that is not Latin. Chinese has two, and neither goes
#: without saying.
MAIN_SCRIPT = {
    code: script
    for script, codes in (
        ("Arab", "acm acq aeb ajp apc ara arb arq ars ary arz azb ckb fas kas pbt pes prs pus skr snd uig urd"),
        ("Beng", "asm ben mni"),
        ("Cyrl", "abk bak bel bul che chv kaz khk kir kpv mdf mhr mkd mon myv oss rus sah srp tat tgk tyv ukr"),
        ("Deva", "awa bho brx doi gom hin hne kok mag mai mar nep new npi san"),
        ("Ethi", "amh tir"),
        ("Hani", "cmn zho"),
        ("Hans", "wuu"),
        ("Hant", "yue"),
        ("Hebr", "heb ydd yid"),
        ("Knda", "kan tcy"),
        ("Mymr", "mya shn"),
        ("Tfng", "tzm zgh"),
        ("Tibt", "bod dzo"),
    )
    for code in codes.split()
} | _pairs(
    "div=Thaa ell=Grek guj=Gujr hye=Armn jpn=Jpan kat=Geor khm=Khmr kor=Hang lao=Laoo mal=Mlym nqo=Nkoo ory=Orya "
    "pan=Guru sat=Olck sin=Sinh tam=Taml tel=Telu tha=Thai"
)
