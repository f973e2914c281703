import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { sessionQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';

/** Ends the session, and deletes all cached data. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await request('DELETE', '/manage/v1/session');
    client.clear();
    await client.fetchQuery(sessionQuery);
    await navigate({ to: '/sign-in' });
  };
}
