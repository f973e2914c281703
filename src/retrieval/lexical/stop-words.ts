/** English words without information about the subject, folded and without apostrophes. Dropped from questions only. */
const englishWords = `a about after again all also am an and any are arent as at be because been before being between both but by can cannot cant
  could couldnt did didnt do does doesnt doing dont each for from further had has have having he her here hers him his how i
  id if ill im in into is isnt it its ive just let lets me more most my no nor of off on once only or other our out over own
  please s same shall she should so some such t than thank thanks that thats the their them then there these they this those
  through to too under until up us very was wasnt we were what whats when where which while who whom whose why will with wont
  would you your yours`;

/** Character pairs of common words in Chinese and Japanese questions. */
const questionPairs = `怎么 怎样 如何 什么 么样 为什 请问 可以 是否 能否 哪些 哪个 我的 我想 想要
  です ます ませ せん んか すか には する すれ れば ばよ よい いい いで どう うす どの のよ よう うに くだ ださ さい 教え えて
  てく して した たい 方法 にす るに はど でし しょ ょう うか いま`;

export const stopWords: ReadonlySet<string> = new Set(`${englishWords} ${questionPairs}`.split(/\s+/));
