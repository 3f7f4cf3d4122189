import { dataOf, type FieldError, fieldErrors, listAll, type OrderPlan, PaddockError } from '@paddock/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../api/client.ts';
import { isTemporary } from '../api/failure.ts';
import type { OrderBody } from './draft.ts';

/**
 * The lists from which users choose, such as offerings, change rarely. So the console caches these lists for a minute.
 */
const CHOICES = { staleTime: 60_000 };

export const useOfferings = () =>
  useQuery({
    ...CHOICES,
    queryKey: ['offerings'],
    queryFn: ({ signal }) => {
      const query = { type: ['Rancher' as const] };
      return listAll((page) =>
        api.GET('/api/marketplace-public-offerings/', { signal, params: { query: { ...query, ...page } } }),
      );
    },
  });

export const useOffering = (uuid: string) =>
  useQuery({
    ...CHOICES,
    queryKey: ['offerings', uuid],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/marketplace-public-offerings/{uuid}/', { signal, params: { path: { uuid } } })),
  });

export const useVersions = (uuid: string) =>
  useQuery({
    ...CHOICES,
    queryKey: ['offerings', uuid, 'versions'],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/marketplace-public-offerings/{uuid}/kubernetes_versions/', {
          signal,
          params: { path: { uuid } },
        }),
      ),
  });

export const useProjects = () =>
  useQuery({
    ...CHOICES,
    queryKey: ['projects'],
    queryFn: ({ signal }) =>
      listAll((page) => api.GET('/api/projects/', { signal, params: { query: { o: ['name'], ...page } } })),
  });

export const useSshKeys = () =>
  useQuery({
    ...CHOICES,
    queryKey: ['keys'],
    queryFn: ({ signal }) => listAll((page) => api.GET('/api/keys/', { signal, params: { query: { ...page } } })),
  });

export const useConfiguration = () =>
  useQuery({
    ...CHOICES,
    queryKey: ['configuration'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/configuration/', { signal })),
  });

export const useTenants = (project: string) =>
  useQuery({
    ...CHOICES,
    queryKey: ['tenants', project],
    enabled: project !== '',
    queryFn: ({ signal }) =>
      listAll((page) =>
        api.GET('/api/openstack-tenants/', { signal, params: { query: { project_uuid: project, ...page } } }),
      ),
  });

/** Subnets and flavors of a tenant. */
export const useTenantContents = (uuid: string) =>
  useQuery({
    ...CHOICES,
    queryKey: ['tenants', uuid, 'contents'],
    enabled: uuid !== '',
    queryFn: async ({ signal }) => {
      const path = { uuid };
      const [subnets, flavors] = await Promise.all([
        listAll((page) =>
          api.GET('/api/openstack-tenants/{uuid}/subnets/', { signal, params: { path, query: { ...page } } }),
        ),
        listAll((page) =>
          api.GET('/api/openstack-tenants/{uuid}/flavors/', { signal, params: { path, query: { ...page } } }),
        ),
      ]);
      return { subnets, flavors };
    },
  });

export type Plan = { faults: FieldError[]; plan: OrderPlan | undefined };

const readPlan = (body: OrderBody, signal: AbortSignal) =>
  dataOf(api.POST('/api/marketplace-orders/plan/', { signal, body }));

/**
 * Reads the plan of an order: the objects that the order would create, and all its errors. If the API refuses the body
 * (400), `faults` has the errors from the API's answer, and `plan` is undefined.
 */
export const usePlan = (body: OrderBody | undefined) =>
  useQuery({
    queryKey: ['plan', body],
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    queryFn: async ({ signal }): Promise<Plan> => {
      if (!body) return { faults: [], plan: undefined };
      try {
        const plan = await readPlan(body, signal);
        return { faults: plan.errors.flatMap((error) => fieldErrors(error)), plan };
      } catch (error) {
        if (error instanceof PaddockError && error.status === 400)
          return { faults: [...error.fields], plan: undefined };
        throw error;
      }
    },
  });

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Places an order with an idempotency key. If the answer is lost, a second click sends the same key, so the API returns
 * the same order.
 */
export function usePlaceOrder() {
  const queries = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (body: OrderBody) => {
      const params = { header: { 'Idempotency-Key': key.current } };
      return dataOf(api.POST('/api/marketplace-orders/', { params, body }));
    },
    onError: (error) => {
      if (!isTemporary(error)) key.current = newKey();
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['clusters'] }),
  });
}

/** Reads the offerings of the clouds in which a managed cluster can run. */
export const useClouds = (uuids: readonly string[]) =>
  useQuery({
    ...CHOICES,
    queryKey: ['clouds', uuids],
    queryFn: ({ signal }) =>
      Promise.all(
        uuids.map((uuid) =>
          dataOf(api.GET('/api/marketplace-public-offerings/{uuid}/', { signal, params: { path: { uuid } } })),
        ),
      ),
  });

export const useCloudFlavors = (uuid: string) =>
  useQuery({
    ...CHOICES,
    queryKey: ['clouds', uuid, 'flavors'],
    enabled: uuid !== '',
    queryFn: ({ signal }) =>
      listAll((page) => {
        const params = { path: { uuid }, query: { ...page } };
        return api.GET('/api/marketplace-public-offerings/{uuid}/flavors/', { signal, params });
      }),
  });

export const useNetworks = (tenant: string) =>
  useQuery({
    ...CHOICES,
    queryKey: ['tenants', tenant, 'networks'],
    enabled: tenant !== '',
    queryFn: ({ signal }) =>
      listAll((page) =>
        api.GET('/api/openstack-networks/', { signal, params: { query: { tenant_uuid: tenant, ...page } } }),
      ),
  });

/** Reads the templates for Cluster API clusters. */
export const useTemplates = () =>
  useQuery({
    ...CHOICES,
    queryKey: ['templates'],
    queryFn: ({ signal }) =>
      listAll((page) => api.GET('/api/cluster-api-templates/', { signal, params: { query: { ...page } } })),
  });
