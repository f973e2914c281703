import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Model } from './model.ts';

/** A provider's URL and key. */
export type Access = { key?: string | undefined; url?: string | undefined };

/** A model provider: one file in `providers/` and one line in `registry.ts`. */
export type Provider = {
  /** The setting with its key; null when it needs none. */
  keySetting: string | null;
  /**
   * Loads the provider's package, on first use.
   * @param note called with what the model refuses and how it is asked instead, in words for the operator
   */
  connect(modelId: string, access: Access, note: (words: string) => void): Promise<Model>;
  /** Whether its models accept images. */
  seesImages: boolean;
  /** Provider options that mark the cacheable part of a prompt; null for providers that cache by themselves. */
  cacheMark: SharedV4ProviderOptions | null;
};
