import { z } from 'zod';
import { readNavigation } from '../navigation.ts';
import { defineTool, ToolRefusal } from './tool.ts';

export const getNavigation = defineTool({
  name: 'get_navigation',
  description: 'Shows the navigation of the docs as JSON.',
  input: z.object({}),
  summary: () => 'navigation',
  async run(_, { workspace }) {
    if (workspace.navigation === null)
      throw new ToolRefusal('These docs have no navigation file; pages order themselves.');
    const navigation = readNavigation(workspace.navigation, await workspace.read(workspace.navigation));
    return `${workspace.navigation}:\n${JSON.stringify(navigation, null, 1)}`;
  },
});

export const setNavigation = defineTool({
  name: 'set_navigation',
  description: 'Replaces the whole navigation. Call get_navigation first and keep what should stay.',
  input: z.object({ navigation: z.json() }),
  summary: () => 'navigation',
  async run({ navigation }, { workspace }) {
    await workspace.setNavigation(navigation);
    return `The navigation in ${workspace.navigation} is set.`;
  },
});
