"""`streamlit run app.py`: the page of a checkout; `perlaggen app` starts the same page."""

from analyse.ui.app import main

main()
