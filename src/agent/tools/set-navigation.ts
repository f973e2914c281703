import { z } from 'zod';
import { replaceNavigation } from '../replace-navigation.ts';
import { Refusal } from '../refusal.ts';
import { defineTool } from './tool.ts';

export const getNavigation = defineTool({
  name: 'get_navigation',
  description: 'Shows the navigation of the docs as JSON.',
  input: z.object({}),
  summary: () => 'navigation',
  async run(_, { workspace, checker }) {
    const file = workspace.navigation;
    if (file === null) throw new Refusal('These docs have no navigation file; pages order themselves.');
    const navigation = await checker.run('navigation', file, await workspace.read(file));
    return `${file}:\n${JSON.stringify(navigation, null, 1)}`;
  },
});

export const setNavigation = defineTool({
  name: 'set_navigation',
  description: 'Replaces the whole navigation. Call get_navigation first and keep what should stay.',
  input: z.object({ navigation: z.json() }),
  summary: () => 'navigation',
  async run({ navigation }, { workspace, checker }) {
    await replaceNavigation(workspace, checker, navigation);
    return `The navigation in ${workspace.navigation} is set.`;
  },
});
