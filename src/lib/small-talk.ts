/** Longer messages ask something as well. */
const maxLength = 80;

/** Greetings, thanks, assent, farewells and questions about the assistant itself, by ISO 639 code; each the whole of a clause. */
const clauses: Record<string, RegExp> = {
  en: /^(?:(?:hi|hello|hey|howdy|greetings|good (?:morning|afternoon|evening|day))(?: there| all| everyone)?|(?:many )?thanks(?: a lot| so much| again| for (?:the|your) help| for that)?|thank you(?: so much| very much| again| for (?:the|your) help)?|thx|ok|okay|great|perfect|awesome|got it|i see|sounds good|makes sense|that (?:helps|helped|worked|works)|it works(?: now)?|never ?mind|bye|goodbye|see you|good night|how are you(?: doing)?|(?:who|what) are you|what can (?:you do|i ask(?: you)?)|can you help(?: me)?)$/iu,
  de: /^(?:hallo|guten (?:tag|morgen|abend)|moin|servus|danke(?: schön| sehr| dir| ihnen)?|vielen dank|alles klar|verstanden|tschüss|auf wiedersehen|wer bist du|was kannst du)$/iu,
  fr: /^(?:bonjour|bonsoir|salut|merci(?: beaucoup| bien)?|d['’]accord|au revoir|qui es-tu|que peux-tu faire)$/iu,
  es: /^¡?¿?(?:hola|buenos días|buenas(?: tardes| noches)?|(?:muchas )?gracias|vale|de acuerdo|entendido|adiós|quién eres|qué puedes hacer)$/iu,
  pt: /^(?:olá|oi|bom dia|boa (?:tarde|noite)|(?:muito )?obrigad[oa]|entendi|tchau|quem é você)$/iu,
  it: /^(?:ciao|buongiorno|buonasera|grazie(?: mille)?|va bene|arrivederci|chi sei)$/iu,
  ru: /^(?:привет|здравствуйте|добрый день|спасибо(?: большое)?|понятно|до свидания|кто ты)$/iu,
  ja: /^(?:こんにちは|こんばんは|おはよう(?:ございます)?|(?:どうも)?ありがとう(?:ございます|ございました)?|了解(?:です|しました)?|わかりました|さようなら)$/u,
  zh: /^(?:你好|您好|谢谢[你您]?|謝謝|多谢|好的|明白了|再见|你是谁)$/u,
  ko: /^(?:안녕(?:하세요)?|감사합니다|고마워요?|알겠습니다|안녕히 계세요)$/u,
};

/** The language of a message that greets, thanks or says goodbye and asks nothing; else null. */
export function smallTalkLanguage(message: string): string | null {
  if (message.length > maxLength) return null;
  const said = message
    .split(/[,.!?。、！？~～…\p{Extended_Pictographic}\uFE0F]+/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
  const [first] = said;
  if (first === undefined) return null;
  const isOf = (clause: string) => Object.keys(clauses).find((language) => clauses[language]!.test(clause));
  return said.every((clause) => isOf(clause) !== undefined) ? isOf(first)! : null;
}
