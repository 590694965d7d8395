#!/bin/sh
# Starts a server of cardlab, in a container or not: `start.sh voila` or `start.sh hub`.
#
#   PORT           where it listens (8000)
#   ADDRESS        the address it listens on (all)
#   BASE_URL       the path under which a proxy shows the demos (/)
#   TEACHER_TOKEN  what the teacher's address ends with; without it a new one is printed at each start
#   HUB_CONFIG     the configuration of the hub
set -eu

export PORT="${PORT:-8000}"
case "${1:-}" in
    voila)
        exec cardlab voila --no-browser "--port=$PORT" "--Voila.ip=${ADDRESS:-0.0.0.0}" \
            "--Voila.base_url=${BASE_URL:-/}" ${TEACHER_TOKEN:+"--teacher-token=$TEACHER_TOKEN"}
        ;;
    hub)
        exec jupyterhub -f "${HUB_CONFIG:-$(dirname "$0")/hub_config.py}"
        ;;
    *)
        echo "usage: $0 voila|hub" >&2
        exit 2
        ;;
esac
