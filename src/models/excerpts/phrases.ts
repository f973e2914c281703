/** The fixed texts around excerpts. */
type Phrases = {
  /** Before excerpts, by retrieval's verdict. */
  answered: string;
  partial: string;
  /** The same where it is unclear what a follow-up refers to. */
  unsure: string;
  /** When the docs hold nothing, alone and before the nearest sections. */
  nothing: string;
  nearest: string;
  /** After a refusal of a question in another language than the docs', whose name takes the place of `{language}`. */
  otherLanguage: string;
  /** Where the request's filter keeps out a version that the question names and that has the answer. */
  otherVersion: string;
  /** After excerpts. Whether there is a language model is for the operator to know. */
  excerpts: string;
  /** After an answer that a language model wrote, where it does not say this itself. */
  weak: string;
  /** To a message that asks nothing. */
  smallTalk: string;
};

const english: Phrases = {
  answered: 'From the docs:',
  partial: 'The docs answer part of this:',
  unsure: 'It is unclear what this refers to. The docs have:',
  nothing: 'The docs do not seem to answer this.',
  nearest: 'The docs do not seem to answer this. The nearest sections:',
  otherLanguage: 'The docs are in {language}: questions in it find more.',
  otherVersion: 'The docs of {version} have this; this question was limited to another version.',
  excerpts: 'These are excerpts of the docs, not written by a language model.',
  weak: 'The docs support this answer only in part.',
  smallTalk: 'Ask me about these docs: how to do something, what a setting does, or what an error means.',
};

/** By ISO 639 code. */
const translations: Record<string, Phrases> = {
  de: {
    answered: 'Aus der Dokumentation:',
    partial: 'Die Dokumentation enthält einen Teil davon:',
    unsure: 'Es ist unklar, worauf sich das bezieht. Die Dokumentation enthält:',
    nothing: 'Die Dokumentation scheint das nicht zu beantworten.',
    nearest: 'Die Dokumentation scheint das nicht zu beantworten. Die nächstliegenden Abschnitte:',
    otherLanguage: 'Die Dokumentation ist auf {language}: Fragen in dieser Sprache finden mehr.',
    otherVersion:
      'Die Dokumentation von {version} enthält das; diese Frage war auf eine andere Version beschränkt.',
    excerpts: 'Dies sind Auszüge aus der Dokumentation, nicht von einem Sprachmodell geschrieben.',
    weak: 'Die Dokumentation stützt diese Antwort nur zum Teil.',
    smallTalk:
      'Frag mich etwas zu dieser Dokumentation: wie etwas geht, was eine Einstellung bewirkt oder was ein Fehler bedeutet.',
  },
  fr: {
    answered: 'D’après la documentation :',
    partial: 'La documentation répond en partie :',
    unsure: 'On ne sait pas bien à quoi cela se rapporte. La documentation contient :',
    nothing: 'La documentation ne semble pas répondre à cette question.',
    nearest: 'La documentation ne semble pas répondre à cette question. Les sections les plus proches :',
    otherLanguage: 'La documentation est en {language} : les questions dans cette langue trouvent davantage.',
    otherVersion:
      'La documentation de {version} en parle ; cette question était limitée à une autre version.',
    excerpts: 'Ce sont des extraits de la documentation, non rédigés par un modèle de langage.',
    weak: 'La documentation ne confirme cette réponse qu’en partie.',
    smallTalk:
      'Posez-moi une question sur cette documentation : comment faire quelque chose, à quoi sert un réglage ou ce que signifie une erreur.',
  },
  es: {
    answered: 'Según la documentación:',
    partial: 'La documentación responde en parte:',
    unsure: 'No está claro a qué se refiere esto. La documentación contiene:',
    nothing: 'La documentación no parece responder a esto.',
    nearest: 'La documentación no parece responder a esto. Las secciones más cercanas:',
    otherLanguage: 'La documentación está en {language}: las preguntas en ese idioma encuentran más.',
    otherVersion: 'La documentación de {version} lo contiene; esta pregunta se limitó a otra versión.',
    excerpts: 'Son extractos de la documentación, no escritos por un modelo de lenguaje.',
    weak: 'La documentación respalda esta respuesta solo en parte.',
    smallTalk:
      'Pregúntame sobre esta documentación: cómo hacer algo, qué hace una opción o qué significa un error.',
  },
  pt: {
    answered: 'Segundo a documentação:',
    partial: 'A documentação responde em parte:',
    unsure: 'Não está claro a que isto se refere. A documentação contém:',
    nothing: 'A documentação não parece responder a isto.',
    nearest: 'A documentação não parece responder a isto. As seções mais próximas:',
    otherLanguage: 'A documentação está em {language}: perguntas nesse idioma encontram mais.',
    otherVersion: 'A documentação de {version} contém isto; esta pergunta foi limitada a outra versão.',
    excerpts: 'São trechos da documentação, não escritos por um modelo de linguagem.',
    weak: 'A documentação sustenta esta resposta apenas em parte.',
    smallTalk:
      'Pergunte-me sobre esta documentação: como fazer algo, o que faz uma opção ou o que significa um erro.',
  },
  it: {
    answered: 'Dalla documentazione:',
    partial: 'La documentazione risponde in parte:',
    unsure: 'Non è chiaro a che cosa si riferisca. La documentazione contiene:',
    nothing: 'La documentazione non sembra rispondere a questa domanda.',
    nearest: 'La documentazione non sembra rispondere a questa domanda. Le sezioni più vicine:',
    otherLanguage: 'La documentazione è in {language}: le domande in questa lingua trovano di più.',
    otherVersion: 'La documentazione di {version} ne parla; questa domanda era limitata a un’altra versione.',
    excerpts: 'Questi sono estratti della documentazione, non scritti da un modello linguistico.',
    weak: 'La documentazione conferma questa risposta solo in parte.',
    smallTalk:
      'Chiedimi qualcosa su questa documentazione: come fare qualcosa, a cosa serve un’opzione o che cosa significa un errore.',
  },
  ru: {
    answered: 'Из документации:',
    partial: 'В документации есть часть ответа:',
    unsure: 'Неясно, к чему это относится. В документации есть:',
    nothing: 'Похоже, в документации нет ответа на этот вопрос.',
    nearest: 'Похоже, в документации нет ответа на этот вопрос. Ближайшие разделы:',
    otherLanguage: 'Язык документации — {language}: вопросы на нём находят больше.',
    otherVersion: 'Это есть в документации {version}; вопрос был ограничен другой версией.',
    excerpts: 'Это выдержки из документации, написанные не языковой моделью.',
    weak: 'Документация подтверждает этот ответ лишь отчасти.',
    smallTalk:
      'Спросите о том, что есть в этой документации: как что-то сделать, что меняет настройка или что значит ошибка.',
  },
  ja: {
    answered: 'ドキュメントより：',
    partial: 'ドキュメントには一部の回答があります：',
    unsure: '何を指しているかがはっきりしません。ドキュメントの内容：',
    nothing: 'ドキュメントにはこの質問への回答がないようです。',
    nearest: 'ドキュメントにはこの質問への回答がないようです。最も近いセクション：',
    otherLanguage:
      'ドキュメントは{language}で書かれています。{language}で質問すると、より多くの内容が見つかります。',
    otherVersion: '{version}のドキュメントに記載があります。この質問は別のバージョンに限定されていました。',
    excerpts: 'これはドキュメントの抜粋で、言語モデルが書いたものではありません。',
    weak: 'ドキュメントはこの回答を一部しか裏付けていません。',
    smallTalk: 'このドキュメントについて質問してください。手順、設定の意味、エラーの原因などにお答えします。',
  },
  zh: {
    answered: '摘自文档：',
    partial: '文档只回答了其中一部分：',
    unsure: '不清楚这里指的是什么。文档中有：',
    nothing: '文档似乎没有回答这个问题。',
    nearest: '文档似乎没有回答这个问题。最接近的章节：',
    otherLanguage: '文档使用{language}编写，用{language}提问能找到更多内容。',
    otherVersion: '{version} 的文档有此内容；本次提问限定在其他版本。',
    excerpts: '以上为文档摘录，并非由语言模型撰写。',
    weak: '文档只能部分支持这个回答。',
    smallTalk: '请就这份文档提问：如何操作、某个设置的作用，或某个错误的含义。',
  },
  ko: {
    answered: '문서에서 발췌:',
    partial: '문서에 일부 답변이 있습니다:',
    unsure: '무엇을 가리키는지 분명하지 않습니다. 문서의 내용:',
    nothing: '문서에 이 질문에 대한 답이 없는 것 같습니다.',
    nearest: '문서에 이 질문에 대한 답이 없는 것 같습니다. 가장 가까운 섹션:',
    otherLanguage: '문서는 {language}로 작성되어 있습니다. {language}로 질문하면 더 많이 찾을 수 있습니다.',
    otherVersion: '{version} 문서에 해당 내용이 있습니다. 이 질문은 다른 버전으로 제한되었습니다.',
    excerpts: '문서에서 발췌한 내용이며 언어 모델이 작성한 것이 아닙니다.',
    weak: '문서는 이 답변을 일부만 뒷받침합니다.',
    smallTalk: '이 문서에 대해 질문해 주세요. 사용 방법, 설정의 역할, 오류의 의미를 알려 드립니다.',
  },
};

/** @param language a tag such as `de` or `zh-CN`; null and languages without a translation are English */
export function phrasesIn(language: string | null): Phrases {
  const code = language?.toLowerCase().split(/[-_]/)[0] ?? 'en';
  return (Object.hasOwn(translations, code) ? translations[code] : undefined) ?? english;
}
