"""What a program that uses python-keycloak does with a realm. usage: python_keycloak_day.py URL USER PASSWORD"""
import sys

from keycloak import KeycloakAdmin, KeycloakOpenID, KeycloakOpenIDConnection
from keycloak.exceptions import KeycloakError

url, user, password = sys.argv[1:4]
calls = 0


def refused(status, words, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except KeycloakError as error:
        assert error.response_code == status and words in str(error), f"{call.__name__}: {error}"
        return
    raise AssertionError(f"{call.__name__} was not refused")


admin = KeycloakAdmin(connection=KeycloakOpenIDConnection(server_url=url, username=user, password=password, realm_name="master"))
send = admin.connection._s.request
def counted(*args, **kwargs):
    global calls
    calls += 1
    return send(*args, **kwargs)
admin.connection._s.request = counted

admin.create_realm({"realm": "day", "enabled": True, "displayName": "Day", "accessTokenLifespan": 600}, skip_exists=False)
refused(409, "already exists", admin.create_realm, {"realm": "day", "enabled": True})
assert "day" in [one["realm"] for one in admin.get_realms()]
admin.update_realm("day", {"displayName": "Night", "ssoSessionIdleTimeout": 900})
assert admin.get_realm("day")["displayName"] == "Night"
refused(404, "Realm not found", admin.get_realm, "nosuch")
admin.change_current_realm("day")

client = admin.create_client({
    "clientId": "job", "name": "Job", "serviceAccountsEnabled": True, "publicClient": False, "secret": "first",
    "directAccessGrantsEnabled": True, "redirectUris": ["https://example.org/*"], "attributes": {"access.token.lifespan": "90"},
}, skip_exists=False)
refused(409, "already exists", admin.create_client, {"clientId": "job"})
assert admin.get_client_id("job") == client
assert admin.get_client(client)["name"] == "Job"
admin.update_client(client, {"clientId": "job", "description": "Works"})
assert admin.get_client_secrets(client)["value"] == "first"
assert admin.generate_client_secrets(client)["value"] != "first"
assert {"job"} <= {one["clientId"] for one in admin.get_clients()}
admin.create_client_role(client, {"name": "editor", "description": "Edits"})
admin.create_client_role(client, {"name": "editor"}, skip_exists=True)
editor = admin.get_client_role(client, "editor")
assert admin.get_client_role_id(client, "editor") == editor["id"]
admin.update_client_role(client, "editor", {"name": "editor", "description": "Writes"})
assert [one["name"] for one in admin.get_client_roles(client)][-1] == "editor"
service = admin.get_client_service_account_user(client)
admin.add_mapper_to_client(client, {
    "name": "groups", "protocol": "openid-connect", "protocolMapper": "oidc-group-membership-mapper",
    "config": {"claim.name": "groups", "full.path": "true", "access.token.claim": "true"},
})
admin.add_mapper_to_client(client, {
    "name": "self", "protocol": "openid-connect", "protocolMapper": "oidc-audience-mapper",
    "config": {"included.client.audience": "job", "access.token.claim": "true"},
})
assert {one["name"] for one in admin.get_mappers_from_client(client)} == {"groups", "self"}

ann = admin.create_user({
    "username": "Ann", "email": "ann@example.org", "enabled": True, "firstName": "Ann", "lastName": "Other", "emailVerified": True,
    "attributes": {"team": ["it"]}, "credentials": [{"type": "password", "value": "pw", "temporary": False}],
}, exist_ok=False)
refused(409, "same username", admin.create_user, {"username": "ann"}, exist_ok=False)
assert admin.create_user({"username": "ann"}, exist_ok=True) == ann
for number in range(3):
    admin.create_user({"username": f"user-{number}", "enabled": number != 0})
assert admin.get_user_id("ann") == ann
assert admin.users_count() == 4
assert admin.users_count(query={"search": "user-"}) == 3
assert [one["username"] for one in admin.get_users({"search": "ann"})] == ["ann"]
assert admin.get_users({"q": "team:it"}) == [] and "attributes" not in admin.get_user(ann)
assert [one["username"] for one in admin.get_users({"email": "ann@example.org", "exact": True, "first": 0, "max": 5})] == ["ann"]
assert [one["username"] for one in admin.get_users({"enabled": False})] == ["user-0"]
admin.update_user(ann, {"firstName": "Anna", "email": "anna@example.org"})
assert admin.get_user(ann)["firstName"] == "Anna"
refused(404, "User not found", admin.get_user, "nosuch")
admin.set_user_password(ann, "pw2", temporary=False)
assert len(admin.get_credentials(ann)) == 1

top = admin.create_group({"name": "top", "attributes": {"a": ["b"]}})
kid = admin.create_group({"name": "kid"}, parent=top)
refused(409, "already exists", admin.create_group, {"name": "top"})
assert admin.create_group({"name": "top"}, skip_exists=True) in (top, None)
assert [one["name"] for one in admin.get_groups()] == ["top"]
assert [one["name"] for one in admin.get_groups({"search": "kid"})] == ["top"]
assert admin.groups_count() == {"count": 2}
assert admin.get_group(top)["attributes"] == {"a": ["b"]}
assert [one["id"] for one in admin.get_group_children(top)] == [kid]
assert admin.get_group_by_path("/top/kid")["id"] == kid
admin.update_group(kid, {"name": "child"})
admin.group_user_add(ann, kid)
assert [one["path"] for one in admin.get_user_groups(ann)] == ["/top/child"]
assert [one["id"] for one in admin.get_group_members(kid)] == [ann]

admin.create_realm_role({"name": "auditor", "description": "Looks"})
admin.create_realm_role({"name": "auditor"}, skip_exists=True)
refused(409, "already exists", admin.create_realm_role, {"name": "auditor"})
auditor = admin.get_realm_role("auditor")
assert "auditor" in [one["name"] for one in admin.get_realm_roles(search_text="audit")]
admin.update_realm_role("auditor", {"name": "auditor", "description": "Reads"})
admin.assign_realm_roles(ann, [auditor])
assert "auditor" in [one["name"] for one in admin.get_realm_roles_of_user(ann)]
assert "auditor" in [one["name"] for one in admin.get_composite_realm_roles_of_user(ann)]
assert "auditor" not in [one["name"] for one in admin.get_available_realm_roles_of_user(ann)]
assert [one["id"] for one in admin.get_realm_role_members("auditor")] == [ann]
admin.delete_realm_roles_of_user(ann, [auditor])
admin.assign_group_realm_roles(top, [auditor])
assert [one["name"] for one in admin.get_group_realm_roles(top)] == ["auditor"]
admin.delete_group_realm_roles(top, [auditor])
admin.assign_client_role(ann, client, [editor])
assert [one["name"] for one in admin.get_client_roles_of_user(ann, client)] == ["editor"]
assert [one["id"] for one in admin.get_client_role_members(client, "editor")] == [ann]
admin.delete_client_roles_of_user(ann, client, [editor])
admin.assign_group_client_roles(top, client, [editor])
assert [one["name"] for one in admin.get_group_client_roles(top, client)] == ["editor"]
admin.delete_group_client_roles(top, client, [editor])
admin.assign_client_role(service["id"], client, [editor])

secret = admin.get_client_secrets(client)["value"]
oidc = KeycloakOpenID(server_url=url, client_id="job", realm_name="day", client_secret_key=secret)
assert oidc.well_known()["issuer"].endswith("/realms/day")
token = oidc.token("ann", "pw2")
assert oidc.userinfo(token["access_token"])["preferred_username"] == "ann"
assert oidc.introspect(token["access_token"])["active"]
assert oidc.decode_token(token["access_token"])["groups"] == ["/top/child"]
renewed = oidc.refresh_token(token["refresh_token"])
assert [one["clients"] for one in admin.get_sessions(ann)] == [{client: "job"}]
refused(400, "invalid_grant", oidc.token, "ann", "wrong")
assert "access_token" in oidc.token(grant_type="client_credentials")
oidc.logout(renewed["refresh_token"])
refused(400, "invalid_grant", oidc.refresh_token, renewed["refresh_token"])
admin.user_logout(ann)

for call, args in [
    (admin.get_components, []), (admin.get_authentication_flows, []), (admin.get_idps, []), (admin.get_client_scopes, []),
    (admin.get_organizations, []), (admin.get_required_actions, []),
]:
    refused(501, "not simulated", call, *args)
admin.group_user_remove(ann, kid)
admin.delete_group(kid)
admin.delete_group(top)
admin.delete_realm_role("auditor")
admin.delete_client_role(client, "editor")
admin.delete_client(client)
admin.delete_user(ann)
admin.change_current_realm("master")
admin.delete_realm("day")
print(f"done: {calls} calls")
