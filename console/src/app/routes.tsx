import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { FailedPage, UnknownPage } from './failed-page.tsx';
import { Shell } from './shell.tsx';

/** Each page is a file of its own, which is loaded when it is opened. */
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
