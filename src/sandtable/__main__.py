"""`python -m sandtable`."""

from sandtable.cli.main import main

raise SystemExit(main())
