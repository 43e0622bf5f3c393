import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/document.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RequestError } from './api/client';
import { router } from './app/router';
import { NoticeProvider } from './ui/notices';

setNonce(document.documentElement.dataset.nonce ?? '');

const client = new QueryClient({
  defaultOptions: {
    // By default React Query lets requests wait while the browser is offline, and nobody would learn that a change is not saved.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      // Asking again helps only where the server was away or busy.
      retry: (count, error) => count < 2 && error instanceof RequestError && (error.code === 0 || error.code >= 502),
    },
  },
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <NoticeProvider>
        <RouterProvider router={router} />
      </NoticeProvider>
    </QueryClientProvider>
  </StrictMode>,
);
