// What a program that uses gophercloud does with a cloud. usage: gophercloud-day AUTH_URL PASSWORD EXTERNAL_NETWORK
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/quotasets"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/volumes"
	"github.com/gophercloud/gophercloud/v2/openstack/blockstorage/v3/volumetypes"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/flavors"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/keypairs"
	computequotas "github.com/gophercloud/gophercloud/v2/openstack/compute/v2/quotasets"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servergroups"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/servers"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/tags"
	"github.com/gophercloud/gophercloud/v2/openstack/compute/v2/volumeattach"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/applicationcredentials"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/projects"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/roles"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/tokens"
	"github.com/gophercloud/gophercloud/v2/openstack/identity/v3/users"
	"github.com/gophercloud/gophercloud/v2/openstack/image/v2/images"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/attributestags"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/layer3/floatingips"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/layer3/routers"
	netquotas "github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/quotas"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/rbacpolicies"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/security/groups"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/extensions/security/rules"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/networks"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/ports"
	"github.com/gophercloud/gophercloud/v2/openstack/networking/v2/subnets"
	"github.com/gophercloud/gophercloud/v2/pagination"
)

var (
	ctx   = context.Background()
	calls int
	area  = gophercloud.EndpointOpts{Region: "RegionOne"}
)

type counted struct{}

func (counted) RoundTrip(request *http.Request) (*http.Response, error) {
	calls++
	return http.DefaultTransport.RoundTrip(request)
}

func try(err error) {
	if err != nil {
		panic(err)
	}
}

func must[T any](value T, err error) T {
	try(err)
	return value
}

func hold(what string, held bool) {
	if !held {
		panic("does not hold: " + what)
	}
}

// A wrong value is refused with this status.
func refused(what string, status int, err error) {
	hold(fmt.Sprintf("%s is refused with %d, not: %v", what, status, err), gophercloud.ResponseCodeIs(err, status))
}

func all[T any](pager pagination.Pager, extract func(pagination.Page) (T, error)) T {
	return must(extract(must(pager.AllPages(ctx))))
}

func login(url, user, password, project string) *gophercloud.ProviderClient {
	provider := must(openstack.NewClient(url))
	provider.HTTPClient = http.Client{Transport: counted{}, Timeout: 20 * time.Second}
	try(openstack.Authenticate(ctx, provider, gophercloud.AuthOptions{
		IdentityEndpoint: url, Username: user, Password: password, DomainID: "default", TenantName: project,
	}))
	return provider
}

func main() {
	url, password, external := os.Args[1], os.Args[2], os.Args[3]
	admin := login(url, "admin", password, "admin")
	identity := must(openstack.NewIdentityV3(admin, area))
	yes, no := true, false

	project := must(projects.Create(ctx, identity, projects.CreateOpts{Name: "day", Description: "A day", Tags: []string{"a"}, DomainID: "default"}).Extract())
	_, err := projects.Create(ctx, identity, projects.CreateOpts{Name: "day"}).Extract()
	refused("a name twice", 409, err)
	another := "Another day"
	must(projects.Update(ctx, identity, project.ID, projects.UpdateOpts{Description: &another}).Extract())
	hold("projects by name", len(all(projects.List(identity, projects.ListOpts{Name: "day", Enabled: &yes, Tags: "a"}), projects.ExtractProjects)) == 1)
	user := must(users.Create(ctx, identity, users.CreateOpts{Name: "dora", Password: "pw", DefaultProjectID: project.ID, DomainID: "default", Options: map[users.Option]any{users.IgnorePasswordExpiry: true}, Extra: map[string]any{"email": "d@example.org"}}).Extract())
	member := all(roles.List(identity, roles.ListOpts{Name: "member"}), roles.ExtractRoles)[0]
	try(roles.Assign(ctx, identity, member.ID, roles.AssignOpts{UserID: user.ID, ProjectID: project.ID}).ExtractErr())
	hold("assignments", len(all(roles.ListAssignments(identity, roles.ListAssignmentsOpts{UserID: user.ID, ScopeProjectID: project.ID}), roles.ExtractRoleAssignments)) == 1)
	hold("roles on a project", len(all(roles.ListAssignmentsOnResource(identity, roles.ListAssignmentsOnResourceOpts{UserID: user.ID, ProjectID: project.ID}), roles.ExtractRoles)) == 1)

	compute := must(openstack.NewComputeV2(admin, area))
	compute.Microversion = "2.90"
	network := must(openstack.NewNetworkV2(admin, area))
	storage := must(openstack.NewBlockStorageV3(admin, area))
	five := 5
	must(computequotas.Update(ctx, compute, project.ID, computequotas.UpdateOpts{Instances: &five, Cores: &five, Force: true}).Extract())
	hold("quota of servers", must(computequotas.GetDetail(ctx, compute, project.ID).Extract()).Instances.Limit == 5)
	must(netquotas.Update(ctx, network, project.ID, netquotas.UpdateOpts{Network: &five, Port: &five}).Extract())
	hold("quota of networks", must(netquotas.GetDetail(ctx, network, project.ID).Extract()).Network.Limit == 5)
	must(quotasets.Update(ctx, storage, project.ID, quotasets.UpdateOpts{Volumes: &five, Gigabytes: &five}).Extract())
	hold("quota of volumes", must(quotasets.GetUsage(ctx, storage, project.ID).Extract()).Volumes.Limit == 5)
	disk := 2
	flavor := must(flavors.Create(ctx, compute, flavors.CreateOpts{Name: "tiny", RAM: 512, VCPUs: 1, Disk: &disk, IsPublic: &no, Description: "Tiny"}).Extract())
	must(flavors.AddAccess(ctx, compute, flavor.ID, flavors.AddAccessOpts{Tenant: project.ID}).Extract())
	must(flavors.CreateExtraSpecs(ctx, compute, flavor.ID, flavors.ExtraSpecsOpts{"hw:cpu_policy": "shared"}).Extract())
	must(flavors.Update(ctx, compute, flavor.ID, flavors.UpdateOpts{Description: "Small"}).Extract())
	hold("flavors that are not public", len(all(flavors.ListDetail(compute, flavors.ListOpts{AccessType: flavors.PrivateAccess, MinRAM: 512}), flavors.ExtractFlavors)) == 1)
	fast := must(volumetypes.Create(ctx, storage, volumetypes.CreateOpts{Name: "fast", Description: "Fast", ExtraSpecs: map[string]string{"a": "b"}}).Extract())

	mine := login(url, "dora", "pw", "day")
	mineIdentity := must(openstack.NewIdentityV3(mine, area))
	expires := time.Now().Add(24 * time.Hour)
	credential := must(applicationcredentials.Create(ctx, mineIdentity, user.ID, applicationcredentials.CreateOpts{Name: "machine", Roles: []applicationcredentials.Role{{Name: "member"}}, ExpiresAt: &expires}).Extract())
	token := must(tokens.Create(ctx, mineIdentity, &gophercloud.AuthOptions{IdentityEndpoint: url, ApplicationCredentialID: credential.ID, ApplicationCredentialSecret: credential.Secret}).ExtractToken())
	hold("a token of the credential", token.ID != "")
	network, compute, storage = must(openstack.NewNetworkV2(mine, area)), must(openstack.NewComputeV2(mine, area)), must(openstack.NewBlockStorageV3(mine, area))
	compute.Microversion = "2.90"

	net := must(networks.Create(ctx, network, networks.CreateOpts{Name: "net", AdminStateUp: &yes, Description: "The net"}).Extract())
	gateway := "10.7.0.1"
	wish := subnets.CreateOpts{NetworkID: net.ID, Name: "sub", IPVersion: gophercloud.IPv4, CIDR: "10.7.0.0/24", GatewayIP: &gateway, EnableDHCP: &yes, DNSNameservers: []string{"9.9.9.9"}, AllocationPools: []subnets.AllocationPool{{Start: "10.7.0.20", End: "10.7.0.90"}}, HostRoutes: []subnets.HostRoute{{DestinationCIDR: "5.0.0.0/8", NextHop: "10.7.0.9"}}}
	subnet := must(subnets.Create(ctx, network, wish).Extract())
	for _, cidr := range []string{"10.8.0.0/99", "bad", "10.7.0.0/25"} {
		bad := wish
		bad.CIDR, bad.AllocationPools = cidr, nil
		_, err = subnets.Create(ctx, network, bad).Extract()
		refused("the cidr "+cidr, 400, err)
	}
	servers4 := []string{"1.1.1.1"}
	must(subnets.Update(ctx, network, subnet.ID, subnets.UpdateOpts{DNSNameservers: &servers4}).Extract())
	hold("subnets by cidr", len(all(subnets.List(network, subnets.ListOpts{NetworkID: net.ID, CIDR: "10.7.0.0/24", EnableDHCP: &yes, IPVersion: 4}), subnets.ExtractSubnets)) == 1)
	router := must(routers.Create(ctx, network, routers.CreateOpts{Name: "way", AdminStateUp: &yes, GatewayInfo: &routers.GatewayInfo{NetworkID: external}}).Extract())
	must(routers.AddInterface(ctx, network, router.ID, routers.AddInterfaceOpts{SubnetID: subnet.ID}).Extract())
	must(routers.Update(ctx, network, router.ID, routers.UpdateOpts{Routes: &[]routers.Route{{DestinationCIDR: "6.0.0.0/8", NextHop: "10.7.0.9"}}}).Extract())
	_, err = routers.Update(ctx, network, router.ID, routers.UpdateOpts{Routes: &[]routers.Route{{DestinationCIDR: "bad", NextHop: "10.7.0.9"}}}).Extract()
	refused("a route to bad", 400, err)
	must(routers.Update(ctx, network, router.ID, routers.UpdateOpts{Routes: &[]routers.Route{}}).Extract())
	group := must(groups.Create(ctx, network, groups.CreateOpts{Name: "web", Description: "Web"}).Extract())
	https := rules.CreateOpts{SecGroupID: group.ID, Direction: rules.DirIngress, EtherType: rules.EtherType4, Protocol: rules.ProtocolTCP, PortRangeMin: 443, PortRangeMax: 443, RemoteIPPrefix: "0.0.0.0/0"}
	must(rules.Create(ctx, network, https).Extract())
	_, err = rules.Create(ctx, network, https).Extract()
	refused("a rule twice", 409, err)
	hold("rules of the group", len(all(rules.List(network, rules.ListOpts{SecGroupID: group.ID, Protocol: "tcp"}), rules.ExtractRules)) == 1)
	port := must(ports.Create(ctx, network, ports.CreateOpts{NetworkID: net.ID, Name: "nic", SecurityGroups: &[]string{group.ID}, FixedIPs: []ports.IP{{SubnetID: subnet.ID, IPAddress: "10.7.0.40"}}, AllowedAddressPairs: []ports.AddressPair{{IPAddress: "10.7.0.200"}}}).Extract())
	name := "card"
	must(ports.Update(ctx, network, port.ID, ports.UpdateOpts{Name: &name, AllowedAddressPairs: &[]ports.AddressPair{}}).Extract())
	must(attributestags.ReplaceAll(ctx, network, "ports", port.ID, attributestags.ReplaceAllOpts{Tags: []string{"owner:day"}}).Extract())
	hold("ports by tag and address", len(all(ports.List(network, ports.ListOpts{Tags: "owner:day", Limit: 1, FixedIPs: []ports.FixedIPOpts{{IPAddress: "10.7.0.40"}}}), ports.ExtractPorts)) == 1)
	floating := must(floatingips.Create(ctx, network, floatingips.CreateOpts{FloatingNetworkID: external, PortID: port.ID, Description: "Open"}).Extract())
	must(floatingips.Update(ctx, network, floating.ID, floatingips.UpdateOpts{PortID: new(string)}).Extract())
	shared := must(rbacpolicies.Create(ctx, network, rbacpolicies.CreateOpts{Action: rbacpolicies.ActionAccessShared, ObjectType: "network", ObjectID: net.ID, TargetTenant: "0123456789abcdef0123456789abcdef"}).Extract())
	try(rbacpolicies.Delete(ctx, network, shared.ID).ExtractErr())

	imaging := must(openstack.NewImageV2(mine, area))
	image := all(images.List(imaging, images.ListOpts{Status: images.ImageStatusActive, Visibility: images.ImageVisibilityPublic, Limit: 1}), images.ExtractImages)[0]
	key := must(keypairs.Create(ctx, compute, keypairs.CreateOpts{Name: "key"}).Extract())
	hold("a private key", key.PrivateKey != "")
	apart := must(servergroups.Create(ctx, compute, servergroups.CreateOpts{Name: "apart", Policy: "anti-affinity", Rules: &servergroups.Rules{MaxServerPerHost: 3}}).Extract())
	box := servers.CreateOpts{Name: "box", FlavorRef: flavor.ID, Networks: []servers.Network{{Port: port.ID}}, Metadata: map[string]string{"owner": "day"}, Tags: []string{"t"}, UserData: []byte("#!/bin/sh"), ConfigDrive: &yes,
		BlockDevice: []servers.BlockDevice{{BootIndex: 0, UUID: image.ID, SourceType: servers.SourceImage, DestinationType: servers.DestinationVolume, VolumeSize: 4, DeleteOnTermination: true, VolumeType: "fast"}}}
	_, err = servers.Create(ctx, compute, keypairs.CreateOptsExt{CreateOptsBuilder: box, KeyName: "nosuch"}, nil).Extract()
	refused("a key that is not there", 400, err)
	_, err = servers.Create(ctx, compute, box, servers.SchedulerHintOpts{Group: "00000000-0000-4000-8000-000000000001"}).Extract()
	refused("a group that is not there", 400, err)
	server := must(servers.Create(ctx, compute, keypairs.CreateOptsExt{CreateOptsBuilder: box, KeyName: "key"}, servers.SchedulerHintOpts{Group: apart.ID}).Extract())
	within, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	try(servers.WaitForStatus(within, compute, server.ID, "ACTIVE"))
	hold("servers by name", len(all(servers.List(compute, servers.ListOpts{Name: "^box$", Status: "ACTIVE", Flavor: flavor.ID, Limit: 1, Tags: "t"}), servers.ExtractServers)) == 1)
	must(servers.Update(ctx, compute, server.ID, servers.UpdateOpts{Name: "crate", Hostname: &name}).Extract())
	must(servers.UpdateMetadata(ctx, compute, server.ID, servers.MetadataOpts{"role": "web"}).Extract())
	try(servers.DeleteMetadatum(ctx, compute, server.ID, "role").ExtractErr())
	must(tags.ReplaceAll(ctx, compute, server.ID, tags.ReplaceAllOpts{Tags: []string{"x"}}).Extract())
	try(servers.Stop(ctx, compute, server.ID).ExtractErr())
	try(servers.WaitForStatus(within, compute, server.ID, "SHUTOFF"))
	try(servers.Start(ctx, compute, server.ID).ExtractErr())
	hold("a console's lines", must(servers.ShowConsoleOutput(ctx, compute, server.ID, servers.ShowConsoleOutputOpts{Length: 5}).Extract()) != "")
	volume := must(volumes.Create(ctx, storage, volumes.CreateOpts{Size: 1, Name: "data", VolumeType: "fast", Metadata: map[string]string{"a": "b"}}, nil).Extract())
	try(volumes.WaitForStatus(within, storage, volume.ID, "available"))
	_, err = volumes.Create(ctx, storage, volumes.CreateOpts{Size: 1, VolumeType: "nosuch"}, nil).Extract()
	refused("a type that is not there", 404, err)
	_, err = volumes.Create(ctx, storage, volumes.CreateOpts{Size: 50}, nil).Extract()
	refused("more than the quota", 413, err)
	must(volumeattach.Create(ctx, compute, server.ID, volumeattach.CreateOpts{VolumeID: volume.ID}).Extract())
	refused("deleting an attached volume", 400, volumes.Delete(ctx, storage, volume.ID, nil).ExtractErr())
	try(volumeattach.Delete(ctx, compute, server.ID, volume.ID).ExtractErr())
	refused("what is not simulated", 501, servers.Pause(ctx, compute, server.ID).ExtractErr())

	try(volumes.WaitForStatus(within, storage, volume.ID, "available"))
	try(volumes.Delete(ctx, storage, volume.ID, nil).ExtractErr())
	try(servers.Delete(ctx, compute, server.ID).ExtractErr())
	for !gophercloud.ResponseCodeIs(servers.Get(ctx, compute, server.ID).Err, 404) {
		time.Sleep(100 * time.Millisecond)
	}
	try(servergroups.Delete(ctx, compute, apart.ID).ExtractErr())
	try(keypairs.Delete(ctx, compute, "key", nil).ExtractErr())
	try(floatingips.Delete(ctx, network, floating.ID).ExtractErr())
	try(ports.Delete(ctx, network, port.ID).ExtractErr())
	must(routers.RemoveInterface(ctx, network, router.ID, routers.RemoveInterfaceOpts{SubnetID: subnet.ID}).Extract())
	try(routers.Delete(ctx, network, router.ID).ExtractErr())
	try(networks.Delete(ctx, network, net.ID).ExtractErr())
	try(groups.Delete(ctx, network, group.ID).ExtractErr())
	try(applicationcredentials.Delete(ctx, mineIdentity, user.ID, credential.ID).ExtractErr())
	adminCompute, adminStorage := must(openstack.NewComputeV2(admin, area)), must(openstack.NewBlockStorageV3(admin, area))
	try(flavors.Delete(ctx, adminCompute, flavor.ID).ExtractErr())
	try(volumetypes.Delete(ctx, adminStorage, fast.ID).ExtractErr())
	try(users.Delete(ctx, identity, user.ID).ExtractErr())
	try(projects.Delete(ctx, identity, project.ID).ExtractErr())
	fmt.Printf("done: %d calls\n", calls)
}
