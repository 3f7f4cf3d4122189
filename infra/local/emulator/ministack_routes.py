"""Routes as HTTP APIs have them: keys that AWS refuses are refused here too, and OPTIONS is routed where no CORS is configured."""

from ministack.services import apigateway
from ministack.services.cloudformation import provisioners
from ministack_patch import patch


def assert_route_key(key: str) -> None:
    """A key may not end in a slash, but for the root's: https://github.com/aws/serverless-application-model/issues/1949."""
    _, _, path = key.partition(" ")
    if path != "/" and path.endswith("/"):
        raise ValueError(f"The provided route key is not properly formatted: {key}")


def patch_route_keys() -> None:
    """MiniStack took every text as a route's key."""
    entry = provisioners._RESOURCE_HANDLERS["AWS::ApiGatewayV2::Route"]
    create, update = entry["create"], entry["update"]

    def route_create(logical_id, props, stack_name):
        assert_route_key(props.get("RouteKey", "$default"))
        return create(logical_id, props, stack_name)

    def route_update(physical_id, old_props, new_props, stack_name, logical_id=None):
        assert_route_key(new_props.get("RouteKey", "$default"))
        return update(physical_id, old_props, new_props, stack_name, logical_id)

    entry["create"], entry["update"] = route_create, route_update


def patch_preflights() -> None:
    """MiniStack answered every OPTIONS by itself. An HTTP API does so only where CORS is configured, and routes all others."""
    patch(apigateway, "_handle_execute_in_scope", ('if method == "OPTIONS":', 'if method == "OPTIONS" and cors_cfg:'))
