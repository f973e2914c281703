import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { formatMs, formatNumber, formatShare } from '../../api/format.ts';
import type { Overview } from '../../../../../src/protocol/manage/overview-schema.ts';
import { AnswersChart } from '../../charts/answers-chart.tsx';
import { useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Figure, Figures } from '../../ui/card.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { ExternalLink, httpUrl } from '../../ui/external-link.tsx';
import { Page } from '../../ui/page.tsx';
import { CreditsNote } from '../credits-note.tsx';
import { Note } from '../../ui/states.tsx';
import { DeploymentBadge } from '../deployments/deployment-badge.tsx';
import { Ago } from '../../ui/time.tsx';
import { firstQuestion } from '../playground/first-question.ts';
import { TopGaps, WorstAnswers } from './to-look-at.tsx';
import { isSetUp, SetUpSteps } from './set-up-steps.tsx';

export function HomePage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const { data: overview } = useSuspenseQuery({
    ...project.queries.overview,
    refetchInterval: ({ state }) => (state.data?.index.status === 'building' ? 2_000 : 30_000),
  });
  const { domain } = project;
  const isNew = !isSetUp(overview.setUp);
  const setUp = { project, setUp: overview.setUp, deploymentId: overview.lastDeployment?.id };
  return (
    <Page
      title={project.name}
      about={
        httpUrl(project.baseUrl) === undefined ? undefined : (
          <ExternalLink href={project.baseUrl!}>{project.baseUrl}</ExternalLink>
        )
      }
      actions={
        <LinkButton
          kind="primary"
          to="/$org/$domain/playground"
          params={{ org, domain }}
          search={overview.setUp.asked ? {} : { question: firstQuestion(project) }}
        >
          <FlaskConical size={16} aria-hidden /> Ask a question
        </LinkButton>
      }
    >
      {project.preview !== null && (
        <Note tone="accent">
          A preview of the branch <code className="font-mono">{project.preview.branch}</code>. Ask it at its
          own domain, with the project’s keys.
        </Note>
      )}
      {project.sourceFaults.length > 0 && (
        <Note tone="bad">
          A source cannot be read: {project.sourceFaults[0]!.message} What was known of it stays.{' '}
          <Link to="/$org/$domain/settings" params={{ org, domain }} className="underline">
            Sources
          </Link>
        </Note>
      )}
      {isNew && <SetUpSteps {...setUp} />}
      {overview.credits !== null && <CreditsNote credits={overview.credits} link />}
      <HomeFigures overview={overview} />
      <div className="grid gap-5 lg:grid-cols-3">
        <Card title="Answers per day" className="lg:col-span-2">
          <AnswersChart days={overview.last30Days.days} />
        </Card>
        <div className="grid content-start gap-5">
          <IndexCard overview={overview} org={org} domain={domain} />
          <Card title="For the API">
            <div className="grid gap-3 text-sm">
              <div className="grid gap-1">
                <span className="text-soft">Domain</span>
                <CopyValue value={domain} label="the domain" />
              </div>
              <div className="grid gap-1">
                <span className="text-soft">Project id</span>
                <CopyValue value={project.id} label="the project id" />
              </div>
            </div>
          </Card>
        </div>
      </div>
      {overview.setUp.asked && (
        <div className="grid gap-5 lg:grid-cols-2">
          <TopGaps unanswered={overview.last30Days.unanswered} />
          <WorstAnswers />
        </div>
      )}
      {!isNew && <SetUpSteps {...setUp} folded />}
    </Page>
  );
}

function HomeFigures({ overview }: { overview: Overview }) {
  const { today, last30Days, firstText, credits } = overview;
  const { before } = last30Days;
  const rated = last30Days.helpful + last30Days.unhelpful;
  return (
    <Figures>
      <Figure
        name="Answers today"
        value={formatNumber(today.answers)}
        hint={`${formatNumber(last30Days.answers)} in 30 days`}
      />
      <Figure
        name="Unanswered"
        value={formatShare(last30Days.unanswered, last30Days.answers)}
        tone={last30Days.answers > 0 && last30Days.unanswered / last30Days.answers > 0.2 ? 'warn' : 'plain'}
        hint={`${formatNumber(last30Days.unanswered)} in 30 days, ${shareBefore(before.unanswered, before.answers)}`}
      />
      <Figure
        name="First text"
        value={formatMs(firstText.p50Ms)}
        hint={firstText.p95Ms === null ? 'no answers yet' : `95% within ${formatMs(firstText.p95Ms)}`}
      />
      <Figure
        name="Helpful"
        value={formatShare(last30Days.helpful, rated)}
        hint={`${formatNumber(rated)} ratings in 30 days, ${shareBefore(before.helpful, before.helpful + before.unhelpful)}`}
      />
      {credits !== null && (
        <Figure
          name="Credits left"
          value={credits.left === null ? 'No limit' : formatNumber(credits.left)}
          tone={credits.left === 0 ? 'bad' : (credits.alert ?? 0) >= 80 ? 'warn' : 'plain'}
          hint={
            credits.perMonth === null
              ? `${formatNumber(credits.used)} used`
              : `of ${formatNumber(credits.perMonth)} this month`
          }
        />
      )}
    </Figures>
  );
}

const indexWords = {
  ready: { tone: 'good', word: 'Ready' },
  building: { tone: 'accent', word: 'Being built' },
  missing: { tone: 'warn', word: 'None yet' },
} as const;

const vectorWords = {
  none: 'keywords only',
  building: 'keywords; embedding in progress',
  ready: 'keywords and meaning',
};

function IndexCard({ overview, org, domain }: { overview: Overview; org: string; domain: string }) {
  const { index, lastDeployment } = overview;
  const { tone, word } = indexWords[index.status];
  return (
    <Card title="Index" action={<Badge tone={tone}>{word}</Badge>}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <dt className="text-soft">Pages</dt>
        <dd className="text-right tabular-nums">{index.pages === null ? '–' : formatNumber(index.pages)}</dd>
        <dt className="text-soft">Sections</dt>
        <dd className="text-right tabular-nums">
          {index.sections === null ? '–' : formatNumber(index.sections)}
        </dd>
        {index.vectors !== null && (
          <>
            <dt className="text-soft">Searched by</dt>
            <dd className="text-right">{vectorWords[index.vectors]}</dd>
          </>
        )}
        {lastDeployment !== null && (
          <>
            <dt className="text-soft">Last deployment</dt>
            <dd className="flex flex-wrap items-center justify-end gap-2">
              <Link
                to="/$org/$domain/deployments/$deploymentId"
                params={{ org, domain, deploymentId: lastDeployment.id }}
                className="underline decoration-edge underline-offset-2"
              >
                <Ago at={lastDeployment.createdAt} />
              </Link>
              <DeploymentBadge status={lastDeployment.status} />
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}

const shareBefore = (part: number, of: number) =>
  of === 0 ? 'none before' : `${formatShare(part, of)} before`;
