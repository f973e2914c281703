import type { ContentWarning } from '../content/page.ts';
import type { BuildResult } from '../retrieval/build-index.ts';
import type { Store } from '../store/store.ts';
import type { IndexTravel } from './index-travel.ts';
import type { ReadFault } from './record-faults.ts';
import type { SourceDeps } from './open-source.ts';

export type DeployDeps = { store: Store; indexFolder: string; travel: IndexTravel; sources: SourceDeps };

/** The size of the project's index, how much of it was new, and which sources could not be read. */
export type DeployResult = BuildResult & { warnings: ContentWarning[]; faults?: ReadFault[] };
