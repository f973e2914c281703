import type { Project } from '../../../../../src/protocol/manage/project-schema.ts';

/** What a new owner may ask their own docs first: what readers are offered, or what any docs answer. */
export const firstQuestion = ({ name, settings }: Project): string =>
  settings.appearance?.starters?.[0] ?? `How do I get started with ${name}?`;
