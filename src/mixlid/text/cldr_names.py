"""Names of languages in themselves and English names of scripts; made by mixlid_lab.resources.cldr_names.

From Unicode CLDR (as in Babel 2.18; Unicode licence v3), and by hand where it has none.
"""

from __future__ import annotations


def _table(text: str) -> dict[str, str]:
    return dict(item.replace("_", " ").split("=") for item in text.split(" "))


#: By ISO 639-3 code, in the script in which the language is mostly written; by label for other scripts.
AUTONYMS = _table(
    "abk=Аԥсшәа ace=Bahsa_Acèh acm=اللهجة_العراقية acq=لهجة_تعز_وعدن aeb=تونسي afr=Afrikaans ajp=شامي_جنوبي "
    "aka=Akan als=shqip amh=አማርኛ apc=شامي_شمالي ara=العربية arb=العربية_الفصحى arg=aragonés arq=الدارجة_الجزائرية "
    "ars=نجدي ary=الدارجة_المغربية arz=مصري asm=অসমীয়া ast=asturianu awa=अवधी ayr=Aymar_aru azb=تۆرکجه "
    "azj=azərbaycan bak=башҡорт_теле bam=bamanakan ban=Basa_Bali bcl=Bikol_Sentral bel=беларуская bem=Ichibemba "
    "ben=বাংলা bho=भोजपुरी bjn=Bahasa_Banjar bod=བོད་སྐད་ bos=bosanski bre=brezhoneg brx=बर’ bug=Basa_Ugi "
    "bul=български cat=català ceb=Cebuano ces=čeština che=нохчийн chv=чӑваш cjk=Uchokwe ckb=کوردیی_ناوەندی cmn=中文 "
    "cnh=Laiholh cor=kernewek crh=qırımtatarca cym=Cymraeg dan=dansk deu=Deutsch dik=Thuɔŋjäŋ div=ދިވެހިބަސް "
    "doi=डोगरी dsb=dolnoserbšćina dyu=Julakan dzo=རྫོང་ཁ ekk=eesti ell=Ελληνικά eng=English epo=Esperanto "
    "est=eesti eus=euskara ewe=eʋegbe fao=føroyskt fas=فارسی fij=Na_Vosa_Vakaviti fil=Filipino fin=suomi "
    "fon=Fɔngbè fra=français fry=Frysk fur=furlan fuv=Fulfulde gaz=Oromoo gla=Gàidhlig gle=Gaeilge glg=galego "
    "glv=Gaelg gom=कोंकणी gsw=Schwiizertüütsch gug=avañe’ẽ guj=ગુજરાતી hat=Kreyòl_Ayisyen hau=Hausa "
    "haw=ʻŌlelo_Hawaiʻi heb=עברית hil=Hiligaynon hin=हिन्दी hne=छत्तीसगढ़ी hrv=hrvatski hsb=hornjoserbšćina "
    "hun=magyar hye=հայերեն ibo=Igbo ido=Ido ilo=Ilokano ina=interlingua ind=Bahasa_Indonesia isl=íslenska "
    "ita=italiano jav=Basa_Jawa jpn=日本語 kab=Taqbaylit kac=Jinghpaw kam=Kikamba kan=ಕನ್ನಡ kas=کٲشُر kat=ქართული "
    "kaz=қазақ_тілі kbp=Kabɩyɛ kea=kabuverdianu kha=Ka_Ktien_Khasi khk=монгол khm=ខ្មែរ kik=Gikuyu "
    "kin=Ikinyarwanda kir=кыргызча kmb=Kimbundu kmr=kurmancî knc=Kanuri kng=Kikongo kok=कोंकणी kor=한국어 "
    "kpv=коми_кыв lao=ລາວ lat=Latina lav=latviešu lij=ligure lim=Limburgs lin=lingála lit=lietuvių lmo=Lombard "
    "ltg=latgalīšu ltz=Lëtzebuergesch lua=Tshiluba lug=Luganda luo=Dholuo lus=Mizo_ṭawng lvs=latviešu mag=मगही "
    "mai=मैथिली mal=മലയാളം mar=मराठी mdf=мокшень_кяль mhr=олык_марий min=Baso_Minangkabau mkd=македонски "
    "mlt=Malti mni=মৈতৈলোন্ mon=монгол mos=Mooré mri=Māori msa=Bahasa_Melayu mya=မြန်မာ myv=эрзянь_кель "
    "nbl=isiNdebele nds=Plattdüütsch nep=नेपाली new=नेपाल_भाषा nld=Nederlands nno=norsk_nynorsk nob=norsk_bokmål "
    "nor=norsk npi=नेपाली nqo=ߒߞߏ nso=Sesotho_sa_Leboa nus=Thok_Nath nya=Nyanja oci=occitan ory=ଓଡ଼ିଆ oss=ирон "
    "pag=Pangasinan pam=Kapampangan pan=ਪੰਜਾਬੀ pap=Papiamentu pbt=پښتو pcm=Naijíriá_Píjin pes=فارسی plt=Malagasy "
    "pol=polski por=português prs=دری pus=پښتو que=Runasimi quy=Runasimi roh=rumantsch ron=română run=Ikirundi "
    "rus=русский sag=Sängö sah=саха_тыла san=संस्कृत_भाषा sat=ᱥᱟᱱᱛᱟᱲᱤ scn=sicilianu shn=တႆး sin=සිංහල skr=سرائیکی "
    "slk=slovenčina slv=slovenščina sme=davvisámegiella smo=Gagana_Sāmoa sna=chiShona snd=سنڌي som=Soomaali "
    "sot=Sesotho spa=español sqi=shqip srd=sardu srp=српски ssw=siSwati sun=Basa_Sunda swa=Kiswahili swe=svenska "
    "swh=Kiswahili szl=ślōnski tam=தமிழ் taq=Tamasheq tat=татар tcy=ತುಳು tel=తెలుగు tet=Tetun tgk=тоҷикӣ "
    "tgl=Tagalog tha=ไทย tir=ትግርኛ ton=lea_fakatonga tpi=Tok_Pisin tsn=Setswana tso=Xitsonga tuk=türkmen_dili "
    "tum=Chitumbuka tur=Türkçe twi=Twi tyv=тыва_дыл tzm=Tamaziɣt_n_laṭlaṣ uig=ئۇيغۇرچە ukr=українська umb=Umbundu "
    "urd=اردو uzb=o‘zbek uzn=o‘zbek vec=vèneto ven=Tshivenḓa vie=Tiếng_Việt vmw=emakhuwa war=Winaray wol=Wolof "
    "wuu=吴语 xho=IsiXhosa ydd=ייִדיש yid=ייִדיש yor=Èdè_Yorùbá yue=粵語 zgh=ⵜⴰⵎⴰⵣⵉⵖⵜ zho=中文 zsm=Bahasa_Melayu "
    "zul=isiZulu zza=Zazaki ace-Arab=بهسا_اچيه arb-Latn=al-ʿarabiyya bjn-Arab=بهاس_بنجر hin-Latn=Hindi "
    "kas-Deva=कॉशुर knc-Arab=كَنُرِ min-Arab=باسو_مينڠكاباو npi-Latn=Nepali srp-Latn=srpski taq-Tfng=ⵜⴰⵎⴰⵌⴰⵆ "
    "urd-Latn=Urdu zho-Hans=简体中文 zho-Hant=繁體中文"
)

#: Scripts that are in no label of ours (ISO 15924).
OTHER_SCRIPTS = _table(
    "Adlm=Adlam Afak=Afaka Aghb=Caucasian_Albanian Ahom=Ahom Aran=Nastaliq Armi=Imperial_Aramaic Avst=Avestan "
    "Bali=Balinese Bamu=Bamum Bass=Bassa_Vah Batk=Batak Berf=Beria_Erfe Bhks=Bhaiksuki Blis=Blissymbols "
    "Brah=Brahmi Brai=Braille Bugi=Buginese Buhd=Buhid Cakm=Chakma Cans=Unified_Canadian_Aboriginal_Syllabics "
    "Cari=Carian Cham=Cham Cher=Cherokee Chrs=Chorasmian Cirt=Cirth Copt=Coptic Cpmn=Cypro-Minoan Cprt=Cypriot "
    "Cyrs=Old_Church_Slavonic_Cyrillic Diak=Dives_Akuru Dogr=Dogra Dsrt=Deseret Dupl=Duployan_shorthand "
    "Egyd=Egyptian_demotic Egyh=Egyptian_hieratic Egyp=Egyptian_hieroglyphs Elba=Elbasan Elym=Elymaic Gara=Garay "
    "Geok=Georgian_Khutsuri Glag=Glagolitic Gong=Gunjala_Gondi Gonm=Masaram_Gondi Goth=Gothic Gran=Grantha "
    "Gukh=Gurung_Khema Hanb=Han_with_Bopomofo Hano=Hanunoo Hatr=Hatran Hira=Hiragana Hluw=Anatolian_Hieroglyphs "
    "Hmng=Pahawh_Hmong Hmnp=Nyiakeng_Puachue_Hmong Hrkt=Japanese_syllabaries Hung=Old_Hungarian Inds=Indus "
    "Ital=Old_Italic Jamo=Jamo Java=Javanese Jurc=Jurchen Kali=Kayah_Li Kana=Katakana Kawi=Kawi Khar=Kharoshthi "
    "Khoj=Khojki Kits=Khitan_small_script Kore=Korean Kpel=Kpelle Krai=Kirat_Rai Kthi=Kaithi Lana=Lanna "
    "Latf=Fraktur_Latin Latg=Gaelic_Latin Lepc=Lepcha Limb=Limbu Lina=Linear_A Linb=Linear_B Lisu=Fraser "
    "Loma=Loma Lyci=Lycian Lydi=Lydian Mahj=Mahajani Maka=Makasar Mand=Mandaean Mani=Manichaean Marc=Marchen "
    "Maya=Mayan_hieroglyphs Medf=Medefaidrin Mend=Mende Merc=Meroitic_Cursive Mero=Meroitic Modi=Modi "
    "Mong=Mongolian Moon=Moon Mroo=Mro Mtei=Meitei_Mayek Mult=Multani Nagm=Nag_Mundari Nand=Nandinagari "
    "Narb=Old_North_Arabian Nbat=Nabataean Newa=Newa Nkgb=Naxi_Geba Nshu=Nüshu Ogam=Ogham Onao=Ol_Onal "
    "Orkh=Orkhon Osge=Osage Osma=Osmanya Ougr=Old_Uyghur Palm=Palmyrene Pauc=Pau_Cin_Hau Perm=Old_Permic "
    "Phag=Phags-pa Phli=Inscriptional_Pahlavi Phlp=Psalter_Pahlavi Phlv=Book_Pahlavi Phnx=Phoenician "
    "Plrd=Pollard_Phonetic Prti=Inscriptional_Parthian Qaag=Zawgyi Rjng=Rejang Rohg=Hanifi Roro=Rongorongo "
    "Runr=Runic Samr=Samaritan Sara=Sarati Sarb=Old_South_Arabian Saur=Saurashtra Seal=Seal Sgnw=SignWriting "
    "Shaw=Shavian Shrd=Sharada Sidd=Siddham Sidt=Sidetic Sind=Khudawadi Sogd=Sogdian Sogo=Old_Sogdian "
    "Sora=Sora_Sompeng Soyo=Soyombo Sund=Sundanese Sunu=Sunuwar Sylo=Syloti_Nagri Syrc=Syriac "
    "Syre=Estrangelo_Syriac Syrj=Western_Syriac Syrn=Eastern_Syriac Tagb=Tagbanwa Takr=Takri Tale=Tai_Le "
    "Talu=New_Tai_Lue Tang=Tangut Tavt=Tai_Viet Tayo=Tai_Yo Teng=Tengwar Tglg=Tagalog Tirh=Tirhuta Tnsa=Tangsa "
    "Todr=Todhri Tols=Tolong_Siki Toto=Toto Tutg=Tulu-Tigalari Ugar=Ugaritic Vaii=Vai Visp=Visible_Speech "
    "Vith=Vithkuqi Wara=Varang_Kshiti Wcho=Wancho Wole=Woleai Xpeo=Old_Persian Xsux=Sumero-Akkadian_Cuneiform "
    "Yezi=Yezidi Yiii=Yi Zanb=Zanabazar_Square"
)
