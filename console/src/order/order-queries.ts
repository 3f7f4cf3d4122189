import { dataOf, type FieldError, fieldErrors, type OrderPlan, PaddockError } from '@paddock/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, pageOf } from '../api/client.ts';
import { isTemporary } from '../api/failure.ts';
import type { OrderBody } from './draft.ts';

/** Choices change rarely. */
const CHOICES = { staleTime: 60_000 };
const ALL = 200;

export const useOfferings = () =>
  useQuery({
    ...CHOICES,
    queryKey: ['offerings'],
    queryFn: ({ signal }) => {
      const params = { query: { type: ['Rancher' as const], page_size: ALL } };
      return pageOf(api.GET('/api/marketplace-public-offerings/', { signal, params }));
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
      pageOf(api.GET('/api/projects/', { signal, params: { query: { o: ['name'], page_size: ALL } } })),
  });

export const useSshKeys = () =>
  useQuery({
    ...CHOICES,
    queryKey: ['keys'],
    queryFn: ({ signal }) => pageOf(api.GET('/api/keys/', { signal, params: { query: { page_size: ALL } } })),
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
    queryFn: ({ signal }) => {
      const params = { query: { project_uuid: project, page_size: ALL } };
      return pageOf(api.GET('/api/openstack-tenants/', { signal, params }));
    },
  });

/** Subnets and flavors of a tenant. */
export const useTenantContents = (uuid: string) =>
  useQuery({
    ...CHOICES,
    queryKey: ['tenants', uuid, 'contents'],
    enabled: uuid !== '',
    queryFn: async ({ signal }) => {
      const call = { signal, params: { path: { uuid }, query: { page_size: ALL } } };
      const [subnets, flavors] = await Promise.all([
        pageOf(api.GET('/api/openstack-tenants/{uuid}/subnets/', call)),
        pageOf(api.GET('/api/openstack-tenants/{uuid}/flavors/', call)),
      ]);
      return { subnets: subnets.items, flavors: flavors.items };
    },
  });

export type Plan = { faults: FieldError[]; plan: OrderPlan | undefined };

const readPlan = (body: OrderBody, signal: AbortSignal) =>
  dataOf(api.POST('/api/marketplace-orders/plan/', { signal, body }));

/** What an order would make, and all its faults. A body that cannot be read (400) is a fault, too. */
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

/** Places an order. After a lost answer the same click again finds the same order, because the key is the same. */
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

/** The offerings of the clouds that a managed cluster can be in. */
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
    queryFn: ({ signal }) => {
      const params = { path: { uuid }, query: { page_size: ALL } };
      return pageOf(api.GET('/api/marketplace-public-offerings/{uuid}/flavors/', { signal, params }));
    },
  });

/** Networks of a tenant. */
export const useNetworks = (tenant: string) =>
  useQuery({
    ...CHOICES,
    queryKey: ['tenants', tenant, 'networks'],
    enabled: tenant !== '',
    queryFn: ({ signal }) => {
      const params = { query: { tenant_uuid: tenant, page_size: ALL } };
      return pageOf(api.GET('/api/openstack-networks/', { signal, params }));
    },
  });

/** Templates of clusters that Cluster API makes. */
export const useTemplates = () =>
  useQuery({
    ...CHOICES,
    queryKey: ['templates'],
    queryFn: ({ signal }) =>
      pageOf(api.GET('/api/cluster-api-templates/', { signal, params: { query: { page_size: ALL } } })),
  });
