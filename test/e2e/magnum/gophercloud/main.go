// What a program that uses gophercloud does with Magnum, as Terraform does. usage: magnum-day IMAGE NEWER-IMAGE
// The environment says who signs in, as for `openstack`.
package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/gophercloud/gophercloud/v2"
	"github.com/gophercloud/gophercloud/v2/openstack"
	"github.com/gophercloud/gophercloud/v2/openstack/containerinfra/v1/certificates"
	"github.com/gophercloud/gophercloud/v2/openstack/containerinfra/v1/clusters"
	"github.com/gophercloud/gophercloud/v2/openstack/containerinfra/v1/clustertemplates"
	"github.com/gophercloud/gophercloud/v2/openstack/containerinfra/v1/nodegroups"
)

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func number(value int) *int { return &value }

// reaches waits for the status, and fails with the cluster's own reason.
func reaches(ctx context.Context, client *gophercloud.ServiceClient, uuid, status string) *clusters.Cluster {
	for {
		cluster := must(clusters.Get(ctx, client, uuid).Extract())
		if cluster.Status == status {
			return cluster
		}
		if len(cluster.Faults) > 0 {
			panic(fmt.Sprintf("%s: %s %v", cluster.Status, cluster.StatusReason, cluster.Faults))
		}
		check(ctx.Err())
		time.Sleep(time.Second)
	}
}

func signingRequest() string {
	key := must(rsa.GenerateKey(rand.Reader, 2048))
	template := x509.CertificateRequest{Subject: pkix.Name{CommonName: "admin", Organization: []string{"system:masters"}}}
	der := must(x509.CreateCertificateRequest(rand.Reader, &template, key))
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der}))
}

func certificateIn(text string) *x509.Certificate {
	block, _ := pem.Decode([]byte(text))
	return must(x509.ParseCertificate(block.Bytes))
}

// change resizes the cluster, and adds and deletes a node group.
func change(ctx context.Context, client *gophercloud.ServiceClient, uuid string) {
	must(clusters.Resize(ctx, client, uuid, clusters.ResizeOpts{NodeCount: number(2)}).Extract())
	if cluster := reaches(ctx, client, uuid, "UPDATE_COMPLETE"); cluster.NodeCount != 2 {
		panic(fmt.Sprintf("%+v", cluster))
	}
	group := must(nodegroups.Create(ctx, client, uuid, nodegroups.CreateOpts{Name: "extra", NodeCount: number(1)}).Extract())
	reaches(ctx, client, uuid, "UPDATE_COMPLETE")
	must(nodegroups.Update(ctx, client, uuid, group.UUID, []nodegroups.UpdateOpts{
		{Op: nodegroups.ReplaceOp, Path: "/max_node_count", Value: 4},
	}).Extract())
	reaches(ctx, client, uuid, "UPDATE_COMPLETE")
	if groups := must(nodegroups.ExtractNodeGroups(must(nodegroups.List(client, uuid, nil).AllPages(ctx)))); len(groups) != 3 {
		panic(fmt.Sprintf("%+v", groups))
	}
	check(nodegroups.Delete(ctx, client, uuid, group.UUID).ExtractErr())
	reaches(ctx, client, uuid, "UPDATE_COMPLETE")
}

// upgrade takes the image of another template, and the version of Kubernetes in it.
func upgrade(ctx context.Context, client *gophercloud.ServiceClient, uuid, image string) {
	template := must(clustertemplates.Create(ctx, client, clustertemplates.CreateOpts{
		Name: "newer-by-gophercloud", COE: "kubernetes", ImageID: image, ExternalNetworkID: "public", FlavorID: "m1.medium",
		Labels: map[string]string{"kube_tag": "v1.34.2"},
	}).Extract())
	must(clusters.Upgrade(ctx, client, uuid, clusters.UpgradeOpts{ClusterTemplate: template.UUID}).Extract())
	if cluster := reaches(ctx, client, uuid, "UPDATE_COMPLETE"); cluster.COEVersion != "v1.34.2" {
		panic(fmt.Sprintf("%+v", cluster))
	}
}

func main() {
	image, newer := os.Args[1], os.Args[2]
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	provider := must(openstack.AuthenticatedClient(ctx, must(openstack.AuthOptionsFromEnv())))
	client := must(openstack.NewContainerInfraV1(provider, gophercloud.EndpointOpts{Region: "RegionOne"}))
	client.Microversion = "1.9"

	template := must(clustertemplates.Create(ctx, client, clustertemplates.CreateOpts{
		Name: "by-gophercloud", COE: "kubernetes", ImageID: image, ExternalNetworkID: "public", FlavorID: "m1.medium",
		Labels: map[string]string{"boot_volume_size": "20"},
	}).Extract())
	changed := must(clustertemplates.Update(ctx, client, template.UUID, []clustertemplates.UpdateOpts{
		{Op: clustertemplates.ReplaceOp, Path: "/labels/boot_volume_size", Value: "30"},
	}).Extract())
	if changed.Labels["boot_volume_size"] != "30" {
		panic(fmt.Sprint(changed.Labels))
	}
	pages := must(clustertemplates.List(client, clustertemplates.ListOpts{Limit: 1}).AllPages(ctx))
	if len(must(clustertemplates.ExtractClusterTemplates(pages))) < 2 {
		panic("the list has only one page")
	}

	uuid := must(clusters.Create(ctx, client, clusters.CreateOpts{
		Name: "by-gophercloud", ClusterTemplateID: template.UUID, MasterCount: number(1), NodeCount: number(1),
	}).Extract())
	cluster := reaches(ctx, client, uuid, "CREATE_COMPLETE")
	if cluster.APIAddress == "" || cluster.StackID == "" || cluster.HealthStatus != "HEALTHY" {
		panic(fmt.Sprintf("%+v", cluster))
	}

	authority := certificateIn(must(certificates.Get(ctx, client, uuid).Extract()).PEM)
	signed := must(certificates.Create(ctx, client, certificates.CreateOpts{ClusterUUID: uuid, CSR: signingRequest()}).Extract())
	check(certificateIn(signed.PEM).CheckSignatureFrom(authority))
	change(ctx, client, uuid)
	upgrade(ctx, client, uuid, newer)

	check(clusters.Delete(ctx, client, uuid).ExtractErr())
	for !gophercloud.ResponseCodeIs(clusters.Get(ctx, client, uuid).Err, http.StatusNotFound) {
		check(ctx.Err())
		time.Sleep(time.Second)
	}
	check(clustertemplates.Delete(ctx, client, template.UUID).ExtractErr())
	fmt.Println("done")
}
