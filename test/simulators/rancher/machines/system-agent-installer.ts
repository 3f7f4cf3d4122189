/**
 * A short replacement for Rancher's installer script. It accepts the main flags and `CATTLE_…` variables of Rancher's
 * script. It registers the machine with the same request, but installs nothing. The simulated machines of `vm-runner`
 * recognize the script, but do not run it. A real shell can run it.
 */
export const systemAgentInstaller = `#!/bin/sh
set -eu
ETCD=false CONTROLPLANE=false WORKER=false LABELS="" NODE_NAME="$(hostname)" ADDRESS=""
while [ $# -gt 0 ]; do
  case "$1" in
    -a|--all-roles) ETCD=true CONTROLPLANE=true WORKER=true ;;
    -e|--etcd) ETCD=true ;;
    -p|--controlplane) CONTROLPLANE=true ;;
    -w|--worker) WORKER=true ;;
    -n|--node-name) NODE_NAME="$2"; shift ;;
    --address) ADDRESS="$2"; shift ;;
    -l|--label) LABELS="\${LABELS:+$LABELS,}$2"; shift ;;
    -s|--server) CATTLE_SERVER="$2"; shift ;;
    -t|--token) CATTLE_TOKEN="$2"; shift ;;
    -c|--ca-checksum) CATTLE_CA_CHECKSUM="$2"; shift ;;
    *) echo "Unknown argument passed in ($1)" >&2; exit 1 ;;
  esac
  shift
done
if [ -n "\${CATTLE_CA_CHECKSUM:-}" ]; then
  curl -fsS "$CATTLE_SERVER/cacerts" | sha256sum | grep -q "^$CATTLE_CA_CHECKSUM "
fi
curl -fsS -H "Authorization: Bearer $CATTLE_TOKEN" -H "X-Cattle-Id: $(cat /etc/machine-id)" \\
  -H "X-Cattle-Role-Etcd: $ETCD" -H "X-Cattle-Role-Control-Plane: $CONTROLPLANE" -H "X-Cattle-Role-Worker: $WORKER" \\
  -H "X-Cattle-Node-Name: $NODE_NAME" -H "X-Cattle-Address: $ADDRESS" -H "X-Cattle-Labels: $LABELS" \\
  "$CATTLE_SERVER/v3/connect/agent" >/dev/null
`;
