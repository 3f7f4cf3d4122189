"""Reads every list that Waldur's client and Paddock both have, and the first object of each alone, through the client's own models."""

from importlib import import_module
from uuid import UUID

COLLECTIONS = (
    "customers",
    "projects",
    "users",
    "keys",
    "roles",
    "events",
    "hooks_web",
    "hooks_email",
    "user_invitations",
    "service_settings",
    "openstack_tenants",
    "openstack_flavors",
    "openstack_images",
    "openstack_volume_types",
    "openstack_networks",
    "openstack_subnets",
    "openstack_security_groups",
    "openstack_instances",
    "marketplace_categories",
    "marketplace_public_offerings",
    "marketplace_provider_offerings",
    "marketplace_plans",
    "marketplace_orders",
    "marketplace_resources",
    "marketplace_component_usages",
    "managed_rancher_cluster_resources",
    "rancher_clusters",
    "rancher_nodes",
    "rancher_cluster_security_groups",
    "rancher_role_templates",
    "rancher_projects",
    "rancher_namespaces",
    "rancher_workloads",
    "rancher_services",
    "rancher_ingresses",
    "rancher_hpas",
    "rancher_apps",
    "rancher_catalogs",
    "rancher_users",
    "keycloak_groups",
    "keycloak_user_group_memberships",
)


OF_CLOUDS = tuple(name for name in COLLECTIONS if name.startswith("openstack_") and name != "openstack_tenants")
LISTED_ONLY = ("marketplace_component_usages",)


def operation(collection, name):
    """A call of the client's: `list` or `retrieve`."""
    return import_module(f"waldur_api_client.api.{collection}.{collection}_{name}")


def read_collection(client, collection, tenant):
    """How the client fares with a list and its first object: `read`, `empty`, or why it cannot."""
    try:
        # Of one tenant: a cloud that another test has stopped is asked for the others' things, too.
        places = {"tenant_uuid": UUID(tenant)} if collection in OF_CLOUDS else {}
        found = operation(collection, "list").sync(client=client, **places)
        if found and collection not in LISTED_ONLY:
            operation(collection, "retrieve").sync(found[0].uuid, client=client)
        return "read" if found else "empty"
    except Exception as error:  # whatever its models raise
        return f"{type(error).__name__}: {error}"


def read_lists(client, tenant):
    """By collection, how the client fares with it."""
    return {collection: read_collection(client, collection, tenant) for collection in COLLECTIONS}
