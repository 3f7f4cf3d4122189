"""What a program that uses hvac does with a Vault. usage: hvac_day.py URL ROOT_TOKEN"""
import sys

import hvac

url, token = sys.argv[1:3]
vault = hvac.Client(url=url, token=token)
assert vault.is_authenticated() and vault.sys.is_initialized() and not vault.sys.is_sealed()
vault.sys.enable_secrets_engine("kv", path="old")
vault.sys.enable_secrets_engine("kv", path="team/new", options={"version": "2"}, config={"max_lease_ttl": "1h"})
vault.sys.tune_mount_configuration("team/new", description="tuned")
assert vault.sys.read_mount_configuration("team/new")["data"]["max_lease_ttl"] == 3600

one, two = vault.secrets.kv.v1, vault.secrets.kv.v2
one.create_or_update_secret("a/b", secret={"x": "1"}, mount_point="old")
assert one.read_secret("a/b", mount_point="old")["data"] == {"x": "1"}
assert one.list_secrets("a", mount_point="old")["data"]["keys"] == ["b"]
one.delete_secret("a/b", mount_point="old")

new = {"mount_point": "team/new"}
two.configure(max_versions=5, cas_required=False, delete_version_after="10h", **new)
for value in ("1", "2", "3"):
    two.create_or_update_secret("a/b", secret={"x": value}, **new)
two.patch("a/b", secret={"y": "4"}, **new)
two.update_metadata("a/b", max_versions=4, custom_metadata={"owner": "me"}, delete_version_after="30m", **new)
read = two.read_secret_version("a/b", raise_on_deleted_version=True, **new)
assert read["data"]["data"] == {"x": "3", "y": "4"}
two.delete_secret_versions("a/b", versions=[1], **new)
two.undelete_secret_versions("a/b", versions=[1], **new)
two.destroy_secret_versions("a/b", versions=[2], **new)
assert two.read_secret_metadata("a/b", **new)["data"]["custom_metadata"] == {"owner": "me"}
two.delete_metadata_and_all_versions("a/b", **new)

vault.sys.create_or_update_policy("reader", policy='path "team/new/data/*" { capabilities = ["read"] }')
assert "reader" in vault.sys.list_policies()["data"]["policies"]
approle = vault.auth.approle
approle.create_or_update_approle("job", token_policies=["reader"], token_ttl="10m", secret_id_ttl="1h")
approle.update_role_id("job", "job-id")
secret = approle.generate_secret_id("job", metadata={"host": "one"}, cidr_list=["127.0.0.1/32"])["data"]
assert approle.read_secret_id("job", secret["secret_id"])["data"]["metadata"] == {"host": "one"}
login = approle.login("job-id", secret["secret_id"], use_token=False)["auth"]
assert vault.sys.get_capabilities(["team/new/data/x"], token=login["client_token"])["capabilities"] == ["read"]
vault.auth.token.renew(login["client_token"], increment="5m")
vault.auth.token.renew_accessor(login["accessor"])
vault.auth.token.revoke_accessor(login["accessor"])
periodic = vault.auth.token.create(policies=["reader"], period="1h", display_name="night", meta={"a": "b"})["auth"]
assert vault.auth.token.lookup(periodic["client_token"])["data"]["period"] == 3600
approle.delete_role("job")
vault.sys.disable_secrets_engine("old")
print("done")
