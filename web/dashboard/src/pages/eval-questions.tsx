import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { request } from '../api/request.ts';
import type { EvalQuestion } from '../../../../src/protocol/manage/eval-question-schema.ts';
import { useMay, useOrganization, useProject } from '../layout/where.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { CsvMenu } from '../ui/csv-link.tsx';
import { PagedList, Td, Th } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorText } from '../ui/states.tsx';
import { Ago } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';

/** The eval set: questions with the pages that answer them. */
export function EvalQuestionsPage() {
  const project = useProject();
  return (
    <Page
      title="Test questions"
      about={
        <>
          Real questions with the page that answers each. The file is for{' '}
          <code className="font-mono">docent eval</code>, which measures search and answers with them.
        </>
      }
      actions={
        <>
          <CsvMenu lists={[{ path: `/manage/v1/projects/${project.id}/eval-questions` }]} />
          <a
            href={`/manage/v1/projects/${project.id}/eval-questions?format=jsonl`}
            download
            className={buttonLook('plain')}
          >
            Download for docent eval
          </a>
        </>
      }
    >
      <PagedList
        query={project.queries.evalQuestions}
        unit={['question', 'questions']}
        head={
          <>
            <Th>Question</Th>
            <Th>Page that answers it</Th>
            <Th>Added</Th>
            <Th held>
              <span className="sr-only">Actions</span>
            </Th>
          </>
        }
        row={(question) => <QuestionRow key={question.id} question={question} />}
        empty={
          <EmptyState icon={FlaskConical} title="No test question yet">
            Open a conversation and add a question that readers really asked.
          </EmptyState>
        }
      />
    </Page>
  );
}

function QuestionRow({
  question: { id, question, expected, threadId, createdAt },
}: {
  question: EvalQuestion;
}) {
  const { slug: org } = useOrganization();
  const { id: projectId, domain, queries } = useProject();
  const client = useQueryClient();
  const may = useMay('admin');
  const path = `/manage/v1/projects/${projectId}/eval-questions`;
  const refresh = () => client.invalidateQueries({ queryKey: queries.evalQuestions.queryKey });
  const remove = useAction(async () => {
    await request('DELETE', `${path}/${id}`);
    await refresh();
    return {
      text: 'Test question deleted.',
      undo: async () => {
        await request('POST', path, { question, expected, threadId });
        await refresh();
      },
    };
  });
  return (
    <tr>
      <Td>
        <span dir="auto" className="block min-w-48 break-words">
          {threadId === null ? (
            question
          ) : (
            <Link
              to="/$org/$domain/conversations/$threadId"
              params={{ org, domain, threadId }}
              className="hover:underline"
            >
              {question}
            </Link>
          )}
        </span>
        <ErrorText error={remove.error} />
      </Td>
      <Td>
        {expected === null ? (
          <span className="text-faint">not in the docs</span>
        ) : (
          <code className="font-mono text-xs break-all">{expected}</code>
        )}
      </Td>
      <Td>
        <Ago at={createdAt} />
      </Td>
      <Td end held>
        {may && (
          <Button kind="quiet" busy={remove.busy} onClick={() => remove.run()}>
            Delete
          </Button>
        )}
      </Td>
    </tr>
  );
}
