import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RequestError } from './api/request.ts';
import { applyTheme, currentTheme } from './layout/theme.ts';
import { createAppRouter } from './router.tsx';
import './style.css';

applyTheme(currentTheme());

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server refused, it would refuse again.
      retry: (failures, error) => failures < 2 && (!(error instanceof RequestError) || error.status >= 500),
    },
  },
});

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={createAppRouter(client)} />
    </QueryClientProvider>
  </StrictMode>,
);
