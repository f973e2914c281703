import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '../../api/request.ts';
import type { Preview } from '../../../../../src/protocol/manage/preview-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';

/** Previews of other branches, each with its own domain. */
export function Previews() {
  const project = useProject();
  const previews = useQuery({
    ...project.queries.previews,
    // A preview without docs is polled more often than the others.
    refetchInterval: ({ state }) =>
      state.data?.some(({ currentDeploymentId }) => currentDeploymentId === null) === true ? 1_500 : 30_000,
  });
  const client = useQueryClient();
  const may = useMay('admin');
  const path = `/manage/v1/projects/${project.id}/previews`;
  const reload = () => client.invalidateQueries({ queryKey: project.queries.previews.queryKey });
  const deploy = async (fields: FormData) => {
    await request('POST', path, { branch: textOf(fields, 'branch') });
    await reload();
  };
  const items = previews.data ?? [];
  const isGit = project.sources.some(({ kind }) => kind === 'git');
  if (project.preview !== null || (!isGit && items.length === 0)) return null;
  return (
    <Card title="Previews" padded={false}>
      <ErrorText error={previews.error} />
      {items.length === 0 ? (
        <p className="px-4 py-5 text-sm text-soft sm:px-5">
          A preview answers from another branch, at a domain of its own, and is never mixed into this project.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map((preview) => (
            <PreviewRow
              key={preview.id}
              preview={preview}
              remove={async () => {
                await request('DELETE', `${path}/${preview.id}`);
                await reload();
              }}
            />
          ))}
        </ul>
      )}
      {may && isGit && (
        <div className="border-t border-line px-4 py-4 sm:px-5">
          {/* A new one for each branch that was deployed: its name is not to be sent again. */}
          <Form key={items.length} submit={deploy} label="Deploy the branch">
            <TextField label="Branch" name="branch" required maxLength={200} autoComplete="off" />
          </Form>
        </div>
      )}
    </Card>
  );
}

function PreviewRow({ preview, remove }: { preview: Preview; remove(): Promise<void> }) {
  const { branch, domain, currentDeploymentId, expiresAt } = preview;
  const { slug: org } = useOrganization();
  const may = useMay('admin');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm sm:px-5">
      <Badge tone={currentDeploymentId === null ? 'warn' : 'good'}>
        {currentDeploymentId === null ? 'no index yet' : 'answers'}
      </Badge>
      <Link
        to="/$org/$domain"
        params={{ org, domain }}
        title={branch}
        className="min-w-0 flex-1 basis-40 truncate font-mono underline decoration-edge underline-offset-2"
      >
        {branch}
      </Link>
      <span className="min-w-0 basis-64">
        <CopyValue value={domain} label={`the domain of ${branch}`} />
      </span>
      <span className="text-xs text-faint">
        ends <Ago at={expiresAt} />
      </span>
      {may && (
        <ConfirmButton label="Delete" title={`Delete the preview of ${branch}?`} action={remove}>
          This deletes its conversations and index, too. The branch stays.
        </ConfirmButton>
      )}
    </li>
  );
}
