// Sentences in two languages or three, and in nine scripts, written for this page.
export const EXAMPLES = [
  ["Turkish, English", "yarınki meeting için slides hazır mı"],
  ["Spanish, English", "mañana tengo una entrevista and I have no idea what to wear"],
  ["French, English", "franchement this new update est complètement cassé sur mon téléphone"],
  ["Hindi (Latin), English", "yaar kal ka plan cancel karna padega, my train is running late"],
  ["Indonesian, English", "besok pagi ada meeting lagi, tolong prepare slides untuk client"],
  ["German, Turkish", "Ich war gestern beim Arzt ama randevum yanlış yazılmış"],
  ["Basque, Spanish", "gaur arratsaldean lanera joan behar dut pero no tengo ganas"],
  ["Filipino, English", "hindi ako makakapunta mamaya because the whole road is flooded na"],
  ["Swahili, English", "nitakuja kesho asubuhi but please send me the address kwanza"],
  ["Polish, English", "wrzuciłem zmiany na branch, please review them before lunch"],
  ["Portuguese, Spanish", "ontem choveu o dia inteiro y por eso nos quedamos en casa"],
  ["Vietnamese, English", "tối nay em phải ở lại văn phòng to finish the budget report"],
  ["Catalan, French", "demà al matí anirem al mercat parce que le frigo est vide"],
  ["Welsh, English", "mae'r tywydd yn ofnadwy heddiw so we are staying indoors"],
  ["Hindi, English", "आज शाम की meeting cancel हो गई, चलो बाहर खाना खाते हैं"],
  ["Standard Arabic, English", "نسيت أن أرسل التقرير لكن the deadline was moved to Friday anyway"],
  ["English, Hebrew", "we are moving to the new office מחר בבוקר ואני עוד לא ארזתי"],
  ["Russian, English", "завтра утром у нас созвон, please don't forget to share your screen"],
  ["Greek, English", "η συνάντηση αρχίζει στις τρεις but I will be a little late"],
  ["Japanese, English", "明日の会議は中止になりました so let's grab some coffee instead"],
  ["Korean, English", "내일 회의가 취소됐으니까 let's grab a coffee together"],
  ["Tamil, English", "நாளைக்கு கூட்டம் இல்லை, so we can sleep until noon"],
  ["Three: English, German, French", "the party was lovely last night, wir haben die ganze Nacht getanzt, puis nous sommes rentrés à pied"],
  [
    "Many lines",
    "toplantı saat üçte, don't forget your laptop\n" +
      "nos vemos el viernes after work\n" +
      "this line is all English\n" +
      "ce soir on mange chez moi\n" +
      "kita ketemu jam sembilan ya, don't be late again",
  ],
];
