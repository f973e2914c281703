import { useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import type { Project } from '../../../../src/protocol/manage/project-schema.ts';
import { useMay, useOrganization } from '../layout/where.ts';
import { Switch } from '../ui/field.tsx';
import { PagedList } from '../ui/list.tsx';
import { ErrorText } from '../ui/states.tsx';
import { useAction } from '../ui/use-action.ts';

/** Which projects continue without credits. */
export function OveragesCard() {
  const { queries } = useOrganization();
  return (
    <PagedList
      title="Beyond the plan"
      query={queries.projects}
      row={(project) => <OverageSwitch key={project.id} project={project} />}
      empty={<p className="px-5 py-6 text-sm text-soft">There is no project yet.</p>}
    />
  );
}

function OverageSwitch({ project: { id, name, settings } }: { project: Project }) {
  const { slug } = useOrganization();
  const may = useMay('admin');
  const client = useQueryClient();
  const goesOn = settings.overages === true;
  const set = async (overages: boolean) => {
    await request('PATCH', `/manage/v1/projects/${id}`, { settings: { overages } });
    await client.invalidateQueries({ queryKey: ['organization', slug] });
  };
  const change = useAction(async (overages: boolean) => {
    await set(overages);
    const text = overages ? `${name} answers beyond its credits now.` : `${name} stops at its credits now.`;
    return { text, undo: () => set(!overages) };
  });
  return (
    <li className="grid gap-2 px-4 py-3 sm:px-5">
      <Switch
        label={<span className="break-words">{name} keeps answering without credits</span>}
        hint={
          goesOn
            ? 'Answers beyond the plan count as overage.'
            : settings.whenExhausted === 'excerpts'
              ? 'When they are used up, readers get search results, without a model.'
              : 'When they are used up, readers get an error.'
        }
        checked={goesOn}
        disabled={!may}
        onChange={(event) => change.run(event.target.checked)}
      />
      <ErrorText error={change.error} />
    </li>
  );
}
