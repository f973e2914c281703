import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { request } from '../api/request.ts';
import { copyText } from '../ui/copy-text.ts';
import { toast } from '../ui/toast.tsx';
import { applyTheme, currentTheme } from './theme.ts';
import { useSignOut } from './use-sign-out.ts';
import { useMay, useOrganization, useProjectIfAny } from './where.ts';

/** An action of the palette. */
type Action = { name: string; run(): Promise<unknown> };

/** The actions that this person may run here: the same as the buttons of the pages. */
export function usePaletteActions(): Action[] {
  const { slug: org } = useOrganization();
  const project = useProjectIfAny();
  const may = useMay('admin');
  const client = useQueryClient();
  const router = useRouter();
  const signOut = useSignOut();
  const deploy = async () => {
    const { id, domain } = project!;
    const { statusId } = await request<{ statusId: string }>('POST', `/v1/project/update/${id}`, {});
    await client.invalidateQueries({ queryKey: ['project', id] });
    router.history.push(`/${org}/${domain}/deployments/${statusId}`);
  };
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const chosen = currentTheme();
  const isDarkNow = chosen === 'dark' || (chosen === 'system' && isDark);
  const other = isDarkNow ? 'light' : 'dark';
  const copyAddress = async () => {
    const isCopied = await copyText(location.href);
    toast(
      isCopied
        ? 'The address of this page was copied.'
        : `This browser lets no page copy here: ${location.href}`,
    );
  };
  return [
    ...(project !== undefined && may ? [{ name: 'Deploy the docs now', run: deploy }] : []),
    { name: `Change to the ${other} theme`, run: async () => applyTheme(other) },
    { name: 'Copy the address of this page', run: copyAddress },
    { name: 'Sign out', run: signOut },
  ];
}
