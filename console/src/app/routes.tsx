import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { FailedPage, UnknownPage } from './failed-page.tsx';
import { Shell } from './shell.tsx';

/** Each page is a separate file that the browser loads when the page is opened. */
const pages: RouteObject[] = [
  { index: true, element: <Navigate to="/clusters" replace /> },
  {
    path: 'clusters',
    lazy: async () => ({ Component: (await import('../clusters/list/clusters-page.tsx')).ClustersPage }),
  },
  {
    path: 'clusters/:uuid',
    lazy: async () => ({ Component: (await import('../clusters/cluster/cluster-page.tsx')).ClusterPage }),
  },
  { path: 'order', lazy: async () => ({ Component: (await import('../order/offerings-page.tsx')).OfferingsPage }) },
  { path: 'order/:offering', lazy: async () => ({ Component: (await import('../order/order-page.tsx')).OrderPage }) },
  { path: 'orders', lazy: async () => ({ Component: (await import('../orders/orders-page.tsx')).OrdersPage }) },
  { path: 'people', lazy: async () => ({ Component: (await import('../people/people-page.tsx')).PeoplePage }) },
  { path: 'activity', lazy: async () => ({ Component: (await import('../activity/activity-page.tsx')).ActivityPage }) },
  { path: 'provider', lazy: async () => ({ Component: (await import('../provider/provider-page.tsx')).ProviderPage }) },
  { path: 'operator', lazy: async () => ({ Component: (await import('../provider/operator-page.tsx')).OperatorPage }) },
  {
    path: 'invitation/:uuid',
    lazy: async () => ({ Component: (await import('../people/invitations/accept-page.tsx')).AcceptPage }),
  },
  { path: '*', element: <UnknownPage /> },
];

export const makeRouter = () =>
  createBrowserRouter(
    [
      {
        element: <Shell />,
        errorElement: <FailedPage />,
        children: [{ errorElement: <FailedPage />, children: pages }],
      },
    ],
    { basename: '/console' },
  );
