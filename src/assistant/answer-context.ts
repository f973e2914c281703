import type { Log } from '../lib/log.ts';
import type { Model } from '../models/model.ts';
import type { Price } from '../models/price.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { Store } from '../store/store.ts';
import type { NewTurn } from '../store/turns.ts';

type AnswerSettings = {
  /** Whether mail addresses, keys and card numbers are masked for the model, too. */
  maskBeforeModel: boolean;
  /** By `provider/model`; overrides the list prices. */
  prices: Record<string, Price>;
  /** Milliseconds that a model may take to its first token. */
  firstTokenMs: number;
  /** Monthly answers of organizations whose plan sets none; null: unlimited. */
  creditsPerMonth: number | null;
};

/** What an answer is made with. The models are tried in order. */
export type AnswerDeps = {
  store: Store;
  models: readonly Model[];
  log: Log;
  config: { answers: AnswerSettings };
  /** Called with every turn when it is over. */
  onTurn?: ((turn: NewTurn) => void) | undefined;
};

/** The project that is asked, and the caller. */
export type AnswerScope = {
  organization: { id: string; slug: string; plan: { creditsPerMonth?: number; overages?: boolean } };
  project: {
    id: string;
    name: string;
    baseUrl: string | null;
    settings: {
      instructions?: string;
      requireThreadKey?: boolean;
      overages?: boolean;
      whenExhausted?: 'refuse' | 'excerpts';
    };
  };
  index: SearchIndex;
  deployment: { id: string; commit: string | null };
  protocol: string;
  requestId: string;
  /** The subject of the reader token. */
  reader?: string | null;
  /** Nothing of the question is stored; it is charged. */
  unrecorded?: boolean;
  /** The answer's id, where it is known before; a new one by default. */
  messageId?: string | null;
  /** Where it is asked, if not on the site: its answers are counted by themselves, and made anew after an interruption. */
  channel?: string;
  /** Called from a page in a browser, a program, or anything else (the default). */
  caller?: 'web' | 'api' | 'other';
};
