import { Link } from '@tanstack/react-router';
import type { ProjectSettings } from '../../../../../src/protocol/manage/project-schema.ts';
import { useOrganization, useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { Select, TextArea, TextField } from '../../ui/field.tsx';
import { linesOf, textOf } from '../../ui/form.tsx';
import { idsOf } from '../../ui/ids-of.ts';
import { Rows } from '../../ui/rows.tsx';

type Schedule = NonNullable<NonNullable<ProjectSettings['triggers']>['schedules']>[number];
type CodeRepository = NonNullable<ProjectSettings['codeRepositories']>[number];

export function jobStartsOf(fields: FormData) {
  const jobsPerDay = textOf(fields, 'jobsPerDay');
  return {
    codeRepositories: idsOf(fields, 'codeUrl').map((id) => {
      const ref = textOf(fields, `${id}.codeRef`);
      const paths = linesOf(fields, `${id}.codePaths`);
      return {
        url: textOf(fields, `${id}.codeUrl`) ?? '',
        ...(ref !== undefined && { ref }),
        ...(paths.length > 0 && { paths }),
      };
    }),
    triggers: {
      ...(jobsPerDay !== undefined && { jobsPerDay: Number(jobsPerDay) }),
      schedules: idsOf(fields, 'scheduleName').map((id) => ({
        name: textOf(fields, `${id}.scheduleName`) ?? '',
        every: fields.get(`${id}.scheduleEvery`),
        prompt: textOf(fields, `${id}.schedulePrompt`) ?? '',
      })),
    },
    maxOpenPullRequests: Number(fields.get('maxOpenPullRequests')),
    batchMinutes: Number(fields.get('batchMinutes')),
    allowCode: linesOf(fields, 'allowCode'),
  };
}

/** Triggers by itself, what they may read, and what they may add to pages. */
export function JobStartsCard() {
  const { slug: org } = useOrganization();
  const { domain, settings } = useProject();
  return (
    <Card title="Triggers">
      <div className="grid gap-4">
        <p className="text-sm text-soft">
          Merged pull requests and releases of your product’s code, and schedules, start jobs that bring the
          docs up to date. See them under{' '}
          <Link to="/$org/$domain/triggers" params={{ org, domain }} className="underline underline-offset-2">
            Triggers
          </Link>
          . Events arrive through the webhook below.
        </p>
        <TextField
          label="Maximum jobs in 24 hours"
          name="jobsPerDay"
          type="number"
          min={0}
          max={1_000}
          defaultValue={settings.triggers?.jobsPerDay ?? ''}
          placeholder="10"
          hint="Only jobs that nobody started by hand count. 0 starts none."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Open pull requests, at most"
            name="maxOpenPullRequests"
            type="number"
            required
            min={1}
            max={50}
            defaultValue={settings.maxOpenPullRequests ?? 5}
            hint="At this limit, automatic jobs wait. Jobs that people start do not."
          />
          <TextField
            label="Combine merges within (minutes)"
            name="batchMinutes"
            type="number"
            required
            min={0}
            max={1_440}
            defaultValue={settings.batchMinutes ?? 10}
            hint="Counted from the first merge. 0 starts one job per merge."
          />
        </div>
        <Rows<CodeRepository>
          name="Code repository"
          values={settings.codeRepositories ?? []}
          fields={(id, value) => <CodeRepositoryFields id={id} value={value} />}
        />
        <Rows<Schedule>
          name="Schedule"
          values={settings.triggers?.schedules ?? []}
          fields={(id, value) => <ScheduleFields id={id} value={value} />}
        />
        <TextField
          label="Components and hosts that jobs may add to pages"
          name="allowCode"
          defaultValue={(settings.allowCode ?? []).join(', ')}
          placeholder="Card, Tabs, player.vimeo.com"
          hint="Other active content fails the checks. Pull requests that add any of these are drafts."
        />
      </div>
    </Card>
  );
}

function CodeRepositoryFields({ id, value }: { id: string; value: CodeRepository | undefined }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Address of the code"
        name={`${id}.codeUrl`}
        type="url"
        required
        defaultValue={value?.url ?? ''}
        placeholder="https://github.com/acme/app"
        hint="Read without credentials. An operator connects a private one with docent projects connect."
      />
      <TextField
        label="Branch"
        name={`${id}.codeRef`}
        defaultValue={value?.ref ?? ''}
        placeholder="main"
        hint="Empty: its default branch."
      />
      <TextField
        label="Files that affect the docs"
        name={`${id}.codePaths`}
        defaultValue={(value?.paths ?? []).join(', ')}
        placeholder="src/api/**, CHANGELOG.md"
        hint="Merges that touch none of these start no job. Empty: all files."
      />
    </div>
  );
}

function ScheduleFields({ id, value }: { id: string; value: Schedule | undefined }) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name of the schedule"
          name={`${id}.scheduleName`}
          required
          pattern="[\w\-]{1,60}"
          defaultValue={value?.name ?? ''}
          placeholder="broken-links"
          hint="Letters, digits, - and _."
        />
        <Select label="Every" name={`${id}.scheduleEvery`} defaultValue={value?.every ?? 'week'}>
          <option value="day">day</option>
          <option value="week">week, on Monday</option>
          <option value="month">month, on the first</option>
        </Select>
      </div>
      <TextArea
        label="What the job should do"
        name={`${id}.schedulePrompt`}
        rows={3}
        required
        maxLength={10_000}
        defaultValue={value?.prompt ?? ''}
        placeholder="Find broken links and fix them."
      />
    </div>
  );
}
