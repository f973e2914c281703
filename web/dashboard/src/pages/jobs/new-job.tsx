import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { agentPath } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Job } from '../../../../../src/protocol/manage/job-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import type { JobSearch } from './job-search.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch, TextArea, TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState, Note, PageSkeleton } from '../../ui/states.tsx';

/** Creates a job; with `?gap=` the prompt starts as the draft for that gap. */
export function NewJobPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const { gap: gapId, ...about } = useSearch({ from: '/signed-in/$org/$domain/jobs/new' });
  const gap = useQuery({ ...project.queries.gap(gapId ?? ''), enabled: gapId !== undefined });
  const may = useMay('admin');
  const { domain } = project;
  return (
    <Page
      title="New job"
      about="A prompt in, a pull request out. Nothing is merged without a person."
      actions={
        <LinkButton to="/$org/$domain/jobs" params={{ org, domain }}>
          All jobs
        </LinkButton>
      }
    >
      {!may && <Note tone="warn">Only admins and owners can start jobs.</Note>}
      {gap.isLoading && <PageSkeleton />}
      {gap.error !== null && (
        <Card>
          <ErrorState error={gap.error} retry={() => void gap.refetch()} />
        </Card>
      )}
      {may && !gap.isLoading && gap.error === null && (
        <JobForm draft={gap.data?.jobPrompt ?? draftFor(about)} gapId={gapId} />
      )}
    </Page>
  );
}

function draftFor({ page, question, finding, prompt }: JobSearch): string {
  if (prompt !== undefined) return prompt;
  if (question !== undefined)
    return `A reader asked:\n<questions>\n${question.replaceAll('<', '&lt;')}\n</questions>\n\nFind out what the repository says about it, and change the page where a reader would look for it so that it answers this. Do not invent facts: if the answer is nowhere in the repository, say so and change nothing.`;
  if (finding !== undefined) return `Fix this in ${page ?? 'the docs'}: ${finding}`;
  return page === undefined ? '' : `In ${page}: `;
}

function JobForm({ draft, gapId }: { draft: string; gapId: string | undefined }) {
  const { slug: org } = useOrganization();
  const { id, domain, queries } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const overview = useQuery(queries.overview);
  const start = async (fields: FormData) => {
    const ref = textOf(fields, 'ref');
    const order = {
      prompt: String(fields.get('prompt')),
      draft: fields.has('draft'),
      ...(ref !== undefined && { ref }),
      ...(gapId !== undefined && { gapId }),
    };
    const job = await request<Job>('POST', `${agentPath(id)}/job`, order);
    client.setQueryData(queries.job(job.id).queryKey, job);
    if (gapId !== undefined) await client.invalidateQueries({ queryKey: ['project', id, 'gap', gapId] });
    await client.invalidateQueries({ queryKey: ['project', id, 'jobs'] });
    await navigate({ to: '/$org/$domain/jobs/$jobId', params: { org, domain, jobId: job.id } });
  };
  return (
    <>
      {overview.data?.agent.model === 'scripted' && (
        <Note tone="warn">
          No language model is set up for jobs. Without one, a job can fix broken links, stale anchors,
          missing titles and missing image descriptions; ask for one of these. Any other job
          {gapId === undefined ? '' : ', such as this one for a content gap,'} ends without a change. Set{' '}
          <code className="font-mono">DOCENT_MODEL</code> and its key for more.
        </Note>
      )}
      <Card>
        <Form submit={start} label="Start the job">
          <TextArea
            label="What should change?"
            name="prompt"
            rows={10}
            required
            maxLength={50_000}
            defaultValue={draft}
            placeholder={
              overview.data?.agent.model === 'scripted'
                ? 'Fix the broken links.'
                : 'Mention pnpm on the install page, beside npm.'
            }
            hint={gapId === undefined ? undefined : 'Drafted from the content gap. Change it as you like.'}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Branch"
              name="ref"
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              hint="The branch to start from. Empty: the default branch."
            />
            <div className="sm:pt-7">
              <Switch label="Open the pull request as a draft" name="draft" />
            </div>
          </div>
        </Form>
      </Card>
    </>
  );
}
