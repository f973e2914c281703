import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { daysAgo, formatCost, formatNumber, formatShare } from '../api/format.ts';
import type { Totals, Usage } from '../../../../src/protocol/manage/usage-schema.ts';
import { AnswersChart } from '../charts/answers-chart.tsx';
import { useOrganization } from '../layout/where.ts';
import { channelTitle } from '../ui/channel-names.ts';
import { changeOf } from '../ui/change-of.ts';
import { CsvMenu } from '../ui/csv-link.tsx';
import { Card, Figure, Figures } from '../ui/card.tsx';
import { Table, Td, Th } from '../ui/list.tsx';
import { Period } from '../ui/period.tsx';
import { rangeOf } from '../ui/period-search.ts';
import { Page } from '../ui/page.tsx';
import { ErrorState, PageSkeleton } from '../ui/states.tsx';

export function UsagePage() {
  const organization = useOrganization();
  const time = useSearch({ from: '/signed-in/$org/-/usage' });
  const navigate = useNavigate({ from: '/$org/-/usage' });
  const query = time.from === undefined ? { dateFrom: daysAgo((time.days ?? 30) - 1) } : rangeOf(time);
  const usage = useQuery({ ...organization.queries.usage(query), placeholderData: keepPreviousData });
  return (
    <Page
      title="Usage"
      about="Answers, searches, tokens and cost of every project. Days are in UTC."
      actions={
        <>
          <Period value={time} usual={30} onChange={(search) => void navigate({ search })} />
          <CsvMenu lists={[{ path: `/manage/v1/organizations/${organization.slug}/usage`, query }]} />
        </>
      }
    >
      {usage.isPending && <PageSkeleton />}
      {usage.data === undefined && usage.error !== null && (
        <Card>
          <ErrorState error={usage.error} retry={() => void usage.refetch()} />
        </Card>
      )}
      {usage.data !== undefined && (
        <>
          <UsageFigures totals={usage.data.totals} before={usage.data.before} />
          <Card title="Answers per day">
            <AnswersChart days={usage.data.days} />
          </Card>
          <Card title="Projects" padded={false}>
            <Table
              head={
                <>
                  <Th>Project</Th>
                  <Th end>Answers</Th>
                  <Th end>Unanswered</Th>
                  <Th end>Searches</Th>
                  <Th end>Tokens</Th>
                  <Th end>Cost</Th>
                </>
              }
            >
              {usage.data.projects.map((project) => (
                <tr key={project.projectId}>
                  <Td>
                    <span dir="auto" className="font-medium">
                      {project.name}
                    </span>
                  </Td>
                  <Td end>{formatNumber(project.answers)}</Td>
                  <Td end>{formatShare(project.unanswered, project.answers)}</Td>
                  <Td end>{formatNumber(project.searches)}</Td>
                  <Td end>{formatNumber(project.inputTokens + project.outputTokens)}</Td>
                  <Td end>{formatCost(project.costMicros)}</Td>
                </tr>
              ))}
            </Table>
          </Card>
          {usage.data.channels.length > 0 && <Channels channels={usage.data.channels} />}
        </>
      )}
    </Page>
  );
}

/** What was asked elsewhere than on the site, and what it cost. */
function Channels({ channels }: { channels: Usage['channels'] }) {
  return (
    <Card title="Channels" padded={false}>
      <Table
        head={
          <>
            <Th>Channel</Th>
            <Th end>Answers</Th>
            <Th end>Unanswered</Th>
            <Th end>Credits</Th>
            <Th end>Tokens</Th>
            <Th end>Cost</Th>
          </>
        }
      >
        {channels.map(({ channel, answers, unanswered, credits, ...use }) => (
          <tr key={channel}>
            <Td>{channelTitle(channel)}</Td>
            <Td end>{formatNumber(answers)}</Td>
            <Td end>{formatShare(unanswered, answers)}</Td>
            <Td end>{formatNumber(credits)}</Td>
            <Td end>{formatNumber(use.inputTokens + use.outputTokens)}</Td>
            <Td end>{formatCost(use.costMicros)}</Td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function UsageFigures({ totals, before }: { totals: Totals; before: Totals }) {
  const { answers, unanswered, searches, searchesWithoutResults, inputTokens, outputTokens, costMicros } =
    totals;
  return (
    <Figures>
      <Figure
        name="Answers"
        value={formatNumber(answers)}
        hint={`${formatShare(unanswered, answers)} not in the docs, answers ${changeOf(answers, before.answers)}`}
      />
      <Figure
        name="Searches"
        value={formatNumber(searches)}
        hint={`${formatShare(searchesWithoutResults, searches)} without results, searches ${changeOf(searches, before.searches)}`}
      />
      <Figure
        name="Tokens"
        value={formatNumber(inputTokens + outputTokens)}
        hint={`${formatNumber(inputTokens)} in, ${formatNumber(outputTokens)} out`}
      />
      <Figure
        name="Cost"
        value={formatCost(costMicros)}
        hint={costMicros === 0 ? 'no model was paid' : `${formatCost(costMicros / answers)} an answer`}
      />
    </Figures>
  );
}
