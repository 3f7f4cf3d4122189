// What Terraform does with Magnum: it calls its OpenStack provider by Terraform's plugin protocol, as Terraform does.
// usage: terraform-day IMAGE. The environment says who signs in, as for `openstack`.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/terraform-provider-openstack/terraform-provider-openstack/v3/openstack"
)

const (
	templateKind = "openstack_containerinfra_clustertemplate_v1"
	clusterKind  = "openstack_containerinfra_cluster_v1"
	groupKind    = "openstack_containerinfra_nodegroup_v1"
)

type values = map[string]any

// kind is a kind of resource, or the provider's own settings.
type kind struct {
	name   string
	schema *tfprotov5.Schema
	object tftypes.Object
}

type session struct {
	ctx    context.Context
	server tfprotov5.ProviderServer
	kinds  map[string]*tfprotov5.Schema
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func check(diagnostics []*tfprotov5.Diagnostic) {
	for _, diagnostic := range diagnostics {
		if diagnostic.Severity == tfprotov5.DiagnosticSeverityError {
			panic(diagnostic.Summary + " " + diagnostic.Detail)
		}
	}
}

func kindOf(name string, of *tfprotov5.Schema) kind {
	return kind{name, of, of.ValueType().(tftypes.Object)}
}

func (s session) kind(name string) kind { return kindOf(name, s.kinds[name]) }

func (k kind) null() tftypes.Value { return tftypes.NewValue(k.object, nil) }

func (k kind) encoded(value tftypes.Value) *tfprotov5.DynamicValue {
	encoded := must(tfprotov5.NewDynamicValue(k.object, value))
	return &encoded
}

func (k kind) attributes(value tftypes.Value) map[string]tftypes.Value {
	attributes := map[string]tftypes.Value{}
	if !value.IsNull() {
		if err := value.As(&attributes); err != nil {
			panic(err)
		}
	}
	return attributes
}

// config is a block of a Terraform file: what it leaves out is null, and blocks that may be repeated are empty.
func (k kind) config(wanted values) tftypes.Value {
	attributes := map[string]tftypes.Value{}
	for name, of := range k.object.AttributeTypes {
		attributes[name] = tftypes.NewValue(of, wanted[name])
	}
	for _, block := range k.schema.Block.BlockTypes {
		if block.Nesting == tfprotov5.SchemaNestedBlockNestingModeList || block.Nesting == tfprotov5.SchemaNestedBlockNestingModeSet {
			attributes[block.TypeName] = tftypes.NewValue(k.object.AttributeTypes[block.TypeName], []tftypes.Value{})
		}
	}
	return tftypes.NewValue(k.object, attributes)
}

// proposed is the configuration, with what only the provider knows as it was before.
func (k kind) proposed(config, before tftypes.Value) tftypes.Value {
	attributes, known := k.attributes(config), k.attributes(before)
	for _, attribute := range k.schema.Block.Attributes {
		if former, ok := known[attribute.Name]; ok && attribute.Computed && attributes[attribute.Name].IsNull() {
			attributes[attribute.Name] = former
		}
	}
	return tftypes.NewValue(k.object, attributes)
}

func (s session) plan(of kind, before, config tftypes.Value) *tfprotov5.PlanResourceChangeResponse {
	plan := must(s.server.PlanResourceChange(s.ctx, &tfprotov5.PlanResourceChangeRequest{
		TypeName: of.name, PriorState: of.encoded(before), ProposedNewState: of.encoded(of.proposed(config, before)), Config: of.encoded(config),
	}))
	check(plan.Diagnostics)
	if len(plan.RequiresReplace) > 0 && !before.IsNull() {
		panic(fmt.Sprintf("%s would be replaced: %v", of.name, plan.RequiresReplace))
	}
	return plan
}

// apply plans what differs from the configuration, carries it out, and reads the resource again.
func (s session) apply(name string, before *tftypes.Value, wanted values) tftypes.Value {
	of := s.kind(name)
	state := of.null()
	if before != nil {
		state = *before
	}
	config := of.config(wanted)
	plan := s.plan(of, state, config)
	applied := must(s.server.ApplyResourceChange(s.ctx, &tfprotov5.ApplyResourceChangeRequest{
		TypeName: name, PriorState: of.encoded(state), PlannedState: plan.PlannedState, Config: of.encoded(config), PlannedPrivate: plan.PlannedPrivate,
	}))
	check(applied.Diagnostics)
	return s.read(of, must(applied.NewState.Unmarshal(of.object)))
}

func (s session) read(of kind, state tftypes.Value) tftypes.Value {
	found := must(s.server.ReadResource(s.ctx, &tfprotov5.ReadResourceRequest{TypeName: of.name, CurrentState: of.encoded(state)}))
	check(found.Diagnostics)
	return must(found.NewState.Unmarshal(of.object))
}

// unchanged is what a second `terraform apply` must find.
func (s session) unchanged(name string, state tftypes.Value, wanted values) {
	of := s.kind(name)
	planned := must(s.plan(of, state, of.config(wanted)).PlannedState.Unmarshal(of.object))
	if differences := must(state.Diff(planned)); len(differences) > 0 {
		panic(fmt.Sprintf("a second apply would change %s: %v", name, differences))
	}
}

func (s session) destroy(name string, state tftypes.Value) {
	of := s.kind(name)
	gone := of.encoded(of.null())
	applied := must(s.server.ApplyResourceChange(s.ctx, &tfprotov5.ApplyResourceChangeRequest{
		TypeName: name, PriorState: of.encoded(state), PlannedState: gone, Config: gone,
	}))
	check(applied.Diagnostics)
}

func (s session) text(name string, state tftypes.Value, attribute string) string {
	var text string
	if err := s.kind(name).attributes(state)[attribute].As(&text); err != nil {
		panic(err)
	}
	return text
}

func configured(ctx context.Context) session {
	server := schema.NewGRPCProviderServer(openstack.Provider())
	schemas := must(server.GetProviderSchema(ctx, &tfprotov5.GetProviderSchemaRequest{}))
	settings := kindOf("", schemas.Provider)
	answer := must(server.ConfigureProvider(ctx, &tfprotov5.ConfigureProviderRequest{
		TerraformVersion: "1.13.0", Config: settings.encoded(settings.config(values{})),
	}))
	check(answer.Diagnostics)
	return session{ctx, server, schemas.ResourceSchemas}
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	run := configured(ctx)

	template := values{
		"name": "by-terraform", "coe": "kubernetes", "image": os.Args[1], "flavor": "m1.medium", "master_flavor": "m1.medium",
		"external_network_id": "public",
	}
	made := run.apply(templateKind, nil, template)
	run.unchanged(templateKind, made, template)

	cluster := values{
		"name": "terraform-cluster", "cluster_template_id": run.text(templateKind, made, "id"), "master_count": 1, "node_count": 1,
	}
	created := run.apply(clusterKind, nil, cluster)
	run.unchanged(clusterKind, created, cluster)
	if address := run.text(clusterKind, created, "api_address"); !strings.HasPrefix(address, "https://") {
		panic(address)
	}
	cluster["node_count"] = 2
	resized := run.apply(clusterKind, &created, cluster)
	run.unchanged(clusterKind, resized, cluster)

	group := values{"name": "extra", "cluster_id": run.text(clusterKind, created, "id"), "node_count": 1}
	added := run.apply(groupKind, nil, group)
	run.unchanged(groupKind, added, group)
	run.destroy(groupKind, added)
	run.destroy(clusterKind, resized)
	run.destroy(templateKind, made)
	fmt.Println("done")
}
