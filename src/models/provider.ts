import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Model } from './model.ts';

/** Where a provider is and what opens it. */
export type Access = { key?: string | undefined; url?: string | undefined };

/** A model provider: one file in `providers/` and one line in `registry.ts`. */
export type Provider = {
  /** The setting that its key comes from; null when it works without one. */
  keySetting: string | null;
  /** Loads the provider's package, which no other model needs. */
  connect(modelId: string, access: Access): Promise<Model>;
  /** Whether its models take pictures. */
  seesImages: boolean;
  /** Marks the end of what the provider may cache of a prompt; null where it finds that by itself. */
  cacheMark: SharedV4ProviderOptions | null;
};
