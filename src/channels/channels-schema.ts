import { z } from 'zod';
import { channels } from './registry.ts';

/** The settings of channels as the management API takes them. */
export const channelsSchema = z.strictObject(
  Object.fromEntries(channels.map(({ name, schema }) => [name, schema.nullish()])),
);
