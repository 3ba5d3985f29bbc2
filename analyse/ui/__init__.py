"""The Streamlit page; nothing outside this folder and `app.py` imports Streamlit."""
