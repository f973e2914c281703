import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { request } from '../../api/request.ts';
import type { Key } from '../../../../../src/protocol/manage/key-schema.ts';
import type { Overview } from '../../../../../src/protocol/manage/overview-schema.ts';
import type { Project } from '../../../../../src/protocol/manage/project-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Choice } from '../../ui/field.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { FirstDeployment } from './first-deployment.tsx';
import { snippets } from './snippets.ts';
import { useAction } from '../../ui/use-action.ts';

/** Whether nothing is left of the checklist. */
export const isSetUp = (setUp: Overview['setUp']): boolean => Object.values(setUp).every(Boolean);

/** The checklist of a new project, which stays until all is done, with the project's own address and key. */
export function SetUpSteps({
  project,
  setUp,
  deploymentId,
  folded = false,
}: {
  project: Project;
  /** The last step. */
  deploymentId: string | undefined;
  setUp: Overview['setUp'];
  folded?: boolean;
}) {
  const { slug: org } = useOrganization();
  const [key, setKey] = useState<string>();
  const steps = (
    <ol className="grid gap-6">
      <Step nth={1} done={setUp.deployed} title="Index the docs">
        {setUp.deployed ? (
          'The docs are indexed.'
        ) : (
          <FirstDeployment project={project} deploymentId={deploymentId} />
        )}
      </Step>
      <Step nth={2} done={setUp.address} title="Set the address of your docs site">
        {setUp.address ? (
          'Citations link to the site.'
        ) : (
          <p>
            With the <SettingsLink hash="general">address of the docs site</SettingsLink>, citations link to
            its pages.
          </p>
        )}
      </Step>
      <Step nth={3} done={setUp.model} title="Connect a language model">
        {setUp.model ? (
          'A language model writes the answers.'
        ) : (
          <p>
            Until there is one, answers quote the docs. Set <code className="font-mono">DOCENT_MODEL</code>{' '}
            and its key where Docent runs, and start it again.
          </p>
        )}
      </Step>
      <Step nth={4} done={setUp.tag} title="Add the tag to your site">
        {setUp.tag && !folded && key === undefined ? (
          'Questions come in from your site.'
        ) : (
          <>
            <p>
              Put it in the head of your pages; other programs ask through the API. The key is public. Keys
              are shown once, so create one here to have it filled in below, or{' '}
              <Link
                to="/$org/$domain/keys"
                params={{ org, domain: project.domain }}
                className="underline underline-offset-2"
              >
                set its limits first
              </Link>
              .
            </p>
            <MakeKey project={project} made={key} onMade={setKey} />
            <Snippets
              place={{ address: location.origin, domain: project.domain, key: key ?? 'YOUR_ASSISTANT_KEY' }}
            />
          </>
        )}
      </Step>
      <Step nth={5} done={setUp.asked} title="Ask the first questions">
        {setUp.asked
          ? 'Questions have been asked.'
          : 'Ask what your readers ask, here in the playground or on your site.'}
      </Step>
      <Step nth={6} done={setUp.team} title="Invite your team">
        {setUp.team ? (
          'Your team has joined.'
        ) : (
          <p>
            <Link to="/$org/-/members" params={{ org }} className="underline underline-offset-2">
              Invite the people
            </Link>{' '}
            who write the docs.
          </p>
        )}
      </Step>
    </ol>
  );
  if (!folded) return <Card title="Set up this project">{steps}</Card>;
  return (
    <details className="rounded-xl border border-line bg-panel shadow-card">
      <summary className="px-5 py-3 text-sm font-semibold">Ask from your site</summary>
      <div className="border-t border-line p-5">{steps}</div>
    </details>
  );
}

function SettingsLink({ hash, children }: { hash: string; children: ReactNode }) {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  return (
    <Link
      to="/$org/$domain/settings"
      params={{ org, domain }}
      hash={hash}
      className="underline underline-offset-2"
    >
      {children}
    </Link>
  );
}

function Step({
  nth,
  done,
  title,
  children,
}: {
  nth: number;
  done: boolean;
  title: string;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden
        className={`grid size-7 place-items-center rounded-full text-xs font-semibold ${done ? 'bg-accent text-on-accent' : 'bg-hover text-soft'}`}
      >
        {done ? <Check size={15} /> : nth}
      </span>
      <div className="grid gap-2">
        <h3 className="pt-0.5 text-sm font-semibold">
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
        <div className="grid gap-3 text-sm text-soft">{children}</div>
      </div>
    </li>
  );
}

function MakeKey({
  project,
  made,
  onMade,
}: {
  project: Project;
  made: string | undefined;
  onMade(secret: string): void;
}) {
  const { slug } = useOrganization();
  const may = useMay('admin');
  const client = useQueryClient();
  const make = useAction(async () => {
    // Never expires, because it is in pages and programs that nobody edits every 90 days.
    const body = { kind: 'assistant', name: 'First key', projectId: project.id, expiresInDays: null };
    const { secret } = await request<Key & { secret: string }>(
      'POST',
      `/manage/v1/organizations/${slug}/keys`,
      body,
    );
    onMade(secret);
    await client.invalidateQueries({ queryKey: ['organization', slug, 'keys'] });
  });
  if (made !== undefined) return <CodeBlock code={made} label="the key" />;
  if (!may) return null;
  return (
    <>
      <ErrorText error={make.error} />
      <Button className="justify-self-start" busy={make.busy} onClick={() => make.run()}>
        Create a key that never expires
      </Button>
    </>
  );
}

function Snippets({ place }: { place: Parameters<(typeof snippets)[number]['code']>[0] }) {
  const [name, setName] = useState(snippets[0]!.name);
  const snippet = snippets.find((snippet) => snippet.name === name)!;
  return (
    <>
      <div>
        <Choice
          label="Way to ask"
          value={name}
          options={snippets.map(({ name }) => ({ value: name, label: name }))}
          onChoose={setName}
        />
      </div>
      <CodeBlock
        code={snippet.code(place)}
        label={`the code for ${name}`}
        language={snippet.language}
        wrap={snippet.language === 'html' ? 'code' : undefined}
      />
    </>
  );
}
