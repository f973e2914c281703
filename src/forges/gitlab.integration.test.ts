import { forgeContract } from '../../test/contract/forge.ts';
import { openGitlab } from './gitlab.ts';

forgeContract('gitlab', openGitlab);
