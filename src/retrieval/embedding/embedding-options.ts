import { type Fusion, usualFusion } from './fusion.ts';

/**
 * How a model wants its texts. Models are trained with a question and what answers it marked as such: without the
 * marks they find less.
 */
export type EmbeddingOptions = Fusion & {
  /** Put before a question, and before a text of the docs. */
  queryPrefix: string;
  documentPrefix: string;
  /** What is sent as `input_type` with a question, and with texts of the docs. */
  queryType?: string | undefined;
  documentType?: string | undefined;
  /** Components of a vector, where the model can make shorter ones. */
  dimensions?: number | undefined;
  /** Most tokens that the model reads of a text; what is beyond is left out. */
  maxTokens: number;
  /** Most texts in one call. */
  batch: number;
  /** `dot` for a model whose vectors are meant to keep their length; `cosine` for all others. */
  distance: 'cosine' | 'dot';
};

const plain: EmbeddingOptions = {
  ...usualFusion,
  queryPrefix: '',
  documentPrefix: '',
  maxTokens: 8000,
  batch: 64,
  distance: 'cosine',
};

const instruction =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ';
const searching = 'Represent this sentence for searching relevant passages: ';

/** What models are known to want, by their names, as their model cards say. The first that fits counts. */
const presets: [RegExp, Partial<EmbeddingOptions>][] = [
  [/^openai\//, { maxTokens: 8191 }],
  [/^google\//, { maxTokens: 2048 }],
  [/^voyage\//, { queryType: 'query', documentType: 'document', maxTokens: 32_000 }],
  [/^cohere\//, { queryType: 'search_query', documentType: 'search_document', maxTokens: 512 }],
  [/nomic-embed/, { queryPrefix: 'search_query: ', documentPrefix: 'search_document: ', maxTokens: 2048 }],
  [/^(?=.*instruct).*e5/, { queryPrefix: instruction, maxTokens: 512 }],
  [/(?:^|[/_-])e5(?:[-_:]|$)/, { queryPrefix: 'query: ', documentPrefix: 'passage: ', maxTokens: 512 }],
  [/bge-(?:small|base|large)-en/, { queryPrefix: searching, maxTokens: 512 }],
  [/bge-(?:small|base|large)-zh/, { queryPrefix: '为这个句子生成表示以用于检索相关文章:', maxTokens: 512 }],
  [/qwen3-embedding/, { queryPrefix: instruction }],
  [/mxbai-embed|arctic-embed-?(?:xs|s|m|l)?(?:[-:]v1|$)/, { queryPrefix: searching, maxTokens: 512 }],
  [/arctic-embed.*2/, { queryPrefix: 'query: ' }],
  [
    /embeddinggemma/,
    {
      queryPrefix: 'task: search result | query: ',
      documentPrefix: 'title: none | text: ',
      maxTokens: 2048,
    },
  ],
];

/** What somebody says of a model; the rest is as it is known or usual. */
export type GivenOptions = { [Name in keyof EmbeddingOptions]?: EmbeddingOptions[Name] | undefined };

/** What the model of this name wants, and what somebody said instead. */
export function optionsOf(name: string, given: GivenOptions = {}): EmbeddingOptions {
  const known = presets.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1];
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...plain, ...known, ...Object.fromEntries(said) };
}

/** The start of a text that has at most so many tokens, by a careful estimate that needs no tokenizer. */
export function cutToTokens(text: string, most: number): string {
  // English has a token in four characters, code one in three, Chinese one in each.
  let thirds = 0;
  for (let i = 0; i < text.length; i++) {
    thirds += text.charCodeAt(i) < 0x80 ? 1 : 3;
    if (thirds > 3 * most) return text.slice(0, i).toWellFormed();
  }
  return text.toWellFormed();
}
