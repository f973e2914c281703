import { type Fusion, usualFusion } from './fusion.ts';
import type { Pooling } from './onnx-encoder.ts';

/** A model's input format. Models are trained with marked questions and answers, and find less without the marks. */
export type EmbeddingOptions = Fusion & {
  /** Prefixes of a question, and of a text of the docs. */
  queryPrefix: string;
  documentPrefix: string;
  /** The `input_type` of a question, and of texts of the docs. */
  queryType?: string | undefined;
  documentType?: string | undefined;
  /** Components of a vector, for models with a choice. */
  dimensions?: number | undefined;
  /** The maximum number of tokens that the model reads; the rest of a text is cut off. */
  maxTokens: number;
  /** The maximum number of texts per call. */
  batch: number;
  /** `dot` for models whose vectors must keep their length; `cosine` for all others. */
  distance: 'cosine' | 'dot';
  /** How a model from a folder makes one vector of those of the tokens. */
  pooling: Pooling;
};

const plain: EmbeddingOptions = {
  ...usualFusion,
  queryPrefix: '',
  documentPrefix: '',
  maxTokens: 8000,
  // text-embeddings-inference refuses more in one call unless told otherwise.
  batch: 32,
  distance: 'cosine',
  pooling: 'mean',
};

const instruction =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';
const searching = 'Represent this sentence for searching relevant passages: ';

/** Known input formats by model name, from the model cards. The first match counts. */
const presets: [RegExp, Partial<EmbeddingOptions>][] = [
  [/^openai\//, { maxTokens: 8191, batch: 64 }],
  [/^google\//, { maxTokens: 2048, batch: 64 }],
  [/^voyage\//, { queryType: 'query', documentType: 'document', maxTokens: 32_000, batch: 64 }],
  [/^cohere\//, { queryType: 'search_query', documentType: 'search_document', maxTokens: 512, batch: 64 }],
  [/nomic-embed/, { queryPrefix: 'search_query: ', documentPrefix: 'search_document: ', maxTokens: 2048 }],
  [/^(?=.*instruct).*e5/, { queryPrefix: `${instruction} `, maxTokens: 512 }],
  [/(?:^|[/_-])e5(?:[-_:]|$)/, { queryPrefix: 'query: ', documentPrefix: 'passage: ', maxTokens: 512 }],
  [/bge-(?:small|base|large)-en/, { queryPrefix: searching, maxTokens: 512, pooling: 'cls' }],
  [
    /bge-(?:small|base|large)-zh/,
    { queryPrefix: '为这个句子生成表示以用于检索相关文章:', maxTokens: 512, pooling: 'cls' },
  ],
  [/qwen3-embedding/, { queryPrefix: instruction }],
  [
    /mxbai-embed|arctic-embed-?(?:xs|s|m|l)?(?:[-:]v1|$)/,
    { queryPrefix: searching, maxTokens: 512, pooling: 'cls' },
  ],
  [/arctic-embed.{0,80}2/, { queryPrefix: 'query: ', pooling: 'cls' }],
  [
    /embeddinggemma/,
    {
      queryPrefix: 'task: search result | query: ',
      documentPrefix: 'title: none | text: ',
      maxTokens: 2048,
    },
  ],
];

/** Configured options; the rest comes from the presets or defaults. */
export type GivenOptions = { [Name in keyof EmbeddingOptions]?: EmbeddingOptions[Name] | undefined };

/** The preset options of a model, overridden by the configured ones. */
export function optionsOf(name: string, given: GivenOptions = {}): EmbeddingOptions {
  const known = presets.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1];
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...plain, ...known, ...Object.fromEntries(said) };
}

/** The start of a text with at most so many tokens, by a conservative estimate without a tokenizer. */
export function cutToTokens(text: string, maxTokens: number): string {
  // English has one token per four characters, code one per three, Chinese one per character.
  let thirds = 0;
  for (let i = 0; i < text.length; i++) {
    thirds += text.charCodeAt(i) < 0x80 ? 1 : 3;
    if (thirds > 3 * maxTokens) return text.slice(0, i).toWellFormed();
  }
  return text.toWellFormed();
}
