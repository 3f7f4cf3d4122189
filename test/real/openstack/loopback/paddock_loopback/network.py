from neutron_lib import constants
from neutron_lib.plugins.ml2 import api


class Driver(api.MechanismDriver):
    """Binds every port on every host at once: nobody is there to do it, and Nova waits for it."""

    def initialize(self):
        pass

    def bind_port(self, context):
        for segment in context.segments_to_bind:
            context.set_binding(
                segment[api.ID], 'ovs', {'port_filter': True}, status=constants.PORT_STATUS_ACTIVE
            )
            return
