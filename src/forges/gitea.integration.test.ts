import { forgeContract } from '../../test/contract/forge.ts';
import { openGitea } from './gitea.ts';

forgeContract('gitea', openGitea);
