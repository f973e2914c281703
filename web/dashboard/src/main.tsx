import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onSessionEnd, RequestError } from './api/request.ts';
import { applyTheme, currentTheme } from './layout/theme.ts';
import { createAppRouter } from './router.tsx';
import './style.css';

applyTheme(currentTheme());

/** Else a request waits without a word while the machine has no network, though the server may run on it. */
const networkMode = 'always';

const client = new QueryClient({
  defaultOptions: {
    mutations: { networkMode },
    queries: {
      networkMode,
      // A refused request would be refused again.
      retry: (failures, error) => failures < 2 && (!(error instanceof RequestError) || error.status >= 500),
    },
  },
});

const router = createAppRouter(client);

// When the session has ended: sign in, and return to the same page.
onSessionEnd(() => {
  if (location.pathname === '/sign-in') return;
  const to = location.href.slice(location.origin.length);
  client.removeQueries();
  void router.navigate({ to: '/sign-in', search: { to } });
});

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
