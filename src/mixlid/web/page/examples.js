// Sentences in two languages or three, written for this page.
export const EXAMPLES = [
  ["Turkish, English", "sunumun son hali için feedback lazım, deadline bu akşam"],
  ["Spanish, English", "mañana tengo una entrevista and I have no idea what to wear"],
  ["French, English", "franchement this new update est complètement cassé sur mon téléphone"],
  ["Hindi (Latin), English", "yaar kal ka plan cancel karna padega, my train is running late"],
  ["Indonesian, English", "besok pagi ada meeting lagi, tolong prepare slides untuk client"],
  ["German, Turkish", "Ich war gestern beim Arzt ama randevum yanlış yazılmış"],
  ["Basque, Spanish", "gaur arratsaldean lanera joan behar dut pero no tengo ganas"],
  ["Nepali (Latin), English", "hijo rati ko match heryau, that last goal was unbelievable hai"],
  ["Filipino, English", "hindi ako makakapunta mamaya because the whole road is flooded na"],
  ["Swahili, English", "nitakuja kesho asubuhi but please send me the address kwanza"],
  ["Polish, English", "wrzuciłem zmiany na branch, please review them before lunch"],
  ["Portuguese, Spanish", "ontem choveu o dia inteiro y por eso nos quedamos en casa"],
  ["Vietnamese, English", "tối nay em phải ở lại văn phòng to finish the budget report"],
  ["Catalan, French", "demà al matí anirem al mercat parce que le frigo est vide"],
  ["Welsh, English", "mae'r tywydd yn ofnadwy heddiw so we are staying indoors"],
  ["Three: English, German, French", "the party was lovely last night, wir haben die ganze Nacht getanzt, puis nous sommes rentrés à pied"],
  ["A name and a link", "Merhaba Charlotte, bak https://example.org the second chapter is about you 🙂"],
  [
    "Many lines",
    "toplantı saat üçte, don't forget your laptop\n" +
      "nos vemos el viernes after work\n" +
      "this line is all English\n" +
      "ce soir on mange chez moi\n" +
      "kita ketemu di office jam nine ya",
  ],
];
